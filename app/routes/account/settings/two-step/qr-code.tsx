/** A QR code as a drawing of `size` x `size` units. */
export interface QrCode {
  size: number;
  /** The path data of the dark modules. */
  path: string;
}

/** Always dark on white, in the dark theme too: many readers do not find a light code on dark. */
export function QrCodeImage({ code: { size, path }, label }: { code: QrCode; label: string }) {
  return (
    <svg
      className="w-full max-w-76"
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      role="img"
      aria-label={label}
    >
      <rect width={size} height={size} fill="white" />
      <path d={path} fill="black" />
    </svg>
  );
}
