/** Short messages that everybody reads in their own language. They are sent as plain text. */
export const PRESETS = {
  en: { hello: "Hello", luck: "Good luck", game: "Good game", thanks: "Thank you" },
  de: { hello: "Hallo", luck: "Viel Glück", game: "Gute Partie", thanks: "Danke" },
} as const;

export type Preset = keyof typeof PRESETS.en;

/** Which of them a text is, in whatever language. */
export function presetOf(text: string): Preset | null {
  for (const words of Object.values(PRESETS))
    for (const [preset, word] of Object.entries(words)) if (word === text) return preset as Preset;
  return null;
}
