import { useEffect, useState } from "preact/hooks";
import "../styles/qr.css";

/** Room round the code, in its squares: scanners need four. */
const QUIET = 4;

/** An address as a QR code, for the camera of another device. */
export function Qr({ text, label }: { text: string; label: string }) {
  const [squares, setSquares] = useState<readonly (readonly boolean[])[] | null>(null);
  useEffect(() => {
    let current = true;
    import("uqr").then(({ encode }) => current && setSquares(encode(text, { border: QUIET }).data));
    return () => {
      current = false;
    };
  }, [text]);
  if (!squares) return <div class="qr skeleton" />;
  const path = squares.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ""))).join("");
  return (
    <svg class="qr" viewBox={`0 0 ${squares.length} ${squares.length}`} role="img" aria-label={label} data-testid="qr">
      <path d={path} />
    </svg>
  );
}
