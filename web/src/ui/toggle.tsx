import { Icon, type IconName } from "./icon.tsx";

interface Props {
  icon: IconName;
  label: string;
  pressed?: boolean;
  testid?: string;
  disabled?: boolean;
  onClick: () => void;
}

/** A button that is only a sign; its label is read aloud and shown as a tip. */
export function IconButton({ icon, label, pressed, testid, disabled, onClick }: Props) {
  return (
    <button
      type="button"
      class="btn icon-only quiet"
      aria-label={label}
      title={label}
      aria-pressed={pressed}
      disabled={disabled}
      data-testid={testid}
      onClick={onClick}
    >
      <Icon name={icon} />
    </button>
  );
}
