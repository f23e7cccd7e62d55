/** The icon of the browser's tab, with the number of games that wait for one's move. */

const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
const plain = link?.getAttribute("href") ?? "";

/** The site's sign, smaller, with a number beside it. */
function numbered(count: number): string {
  const number = count > 9 ? "9+" : String(count);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><g fill="#b4552d" transform="scale(.8)"><path d="M16 3 29 9.500 16 16 3 9.500z"/><path opacity=".7" d="M5.500 14.500 3 15.750 16 22.250 29 15.750 26.500 14.500 16 19.750z"/><path opacity=".45" d="M5.500 20.750 3 22 16 28.500 29 22 26.500 20.750 16 26z"/></g><circle cx="22" cy="22" r="10" fill="#1c6e3d"/><text x="22" y="27" font-family="sans-serif" font-size="14" font-weight="700" text-anchor="middle" fill="#fff">${number}</text></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}

/** Shows how many games wait. */
export function showWaiting(count: number): void {
  if (link) link.href = count > 0 ? numbered(count) : plain;
}
