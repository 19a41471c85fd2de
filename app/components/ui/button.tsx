import type { ComponentPropsWithoutRef, ReactNode } from "react";

type ButtonProps = ComponentPropsWithoutRef<"button"> & {
  look?: "primary" | "outline" | "danger";
  small?: boolean;
  /** While true the button does nothing and says `busyLabel`; it keeps its focus, which `disabled` would lose. */
  busy?: boolean;
  busyLabel?: string;
  children: ReactNode;
};

/** A button; submits its form unless told otherwise. */
export function Button({ look = "primary", small, busy, busyLabel, children, onClick, ...button }: ButtonProps) {
  return (
    <button
      type="submit"
      className={`button button-${look}${small ? " button-small" : ""}`}
      aria-disabled={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
      {...button}
    >
      {busy ? (busyLabel ?? children) : children}
    </button>
  );
}
