import { cva, cx } from "class-variance-authority";
import { useEffect, useRef } from "react";
import { Link, NavLink } from "react-router";
import { MAIN_NAVIGATION } from "../content/navigation";
import type { Member } from "../context";
import { BrandLink } from "./brand-link";
import { SmallAvatar } from "./motif/avatar";
import { attachScrolledStyle } from "./scrolled-style";
import { SignOutForm } from "./sign-out-form";
import { Actions } from "./ui/actions";
import { buttonVariants } from "./ui/button";
import { linkVariants } from "./ui/link-variants";
import { useMenu } from "./use-menu";

/** Marks the link to the current page with a marigold dot. */
const CURRENT = [
  "current:after:tie current:after:[--color-ring:var(--color-marigold)]",
  "forced-colors:current:after:bg-highlight forced-colors:current:after:bg-none forced-colors:current:after:forced-color-adjust-none",
];

const NAV_LINK = cx(
  "relative flex min-h-target items-center px-2.75 text-ui/snug no-underline hover:underline current:font-semibold",
  "current:after:absolute current:after:bottom-0 current:after:left-1/2 current:after:-ml-1.25 current:after:size-2.5",
  CURRENT,
);

const summaryVariants = cva(
  [
    "flex min-h-bar-target cursor-pointer items-center gap-[0.6em] rounded-control border-control border-cloth-line pr-[0.85em]",
    "text-[min(1.0625rem,5.25vw)]/snug font-semibold group-open:bg-cloth-soft [&::-webkit-details-marker]:hidden",
  ],
  { variants: { hasAvatar: { true: "pl-[0.35em]", false: "pl-[0.85em]" } } },
);

const panelVariants = cva(
  [
    "cloth absolute top-full max-h-[calc(100dvh-var(--spacing-bar))] overflow-y-auto overscroll-contain border-t border-cloth-line bg-cloth-deep",
    "floating [--color-eye:var(--color-cloth-deep)] forced-colors:border",
  ],
  {
    variants: {
      menu: { small: "inset-x-0 px-gutter pt-2 pb-6", user: "right-0 max-w-screen min-w-56 px-4 py-2" },
    },
  },
);

const itemVariants = cva(
  [
    "flex min-h-13 w-full cursor-pointer items-center border-cloth-line text-start text-inherit no-underline hover:underline",
    "focus-visible:-outline-offset-3 current:after:ml-3 current:after:size-3",
    CURRENT,
  ],
  {
    variants: {
      menu: { small: "font-display text-[1.25rem]/tight font-bold", user: "text-ui/tight" },
      isLast: { true: "", false: "border-b" },
    },
    defaultVariants: { isLast: false },
  },
);

interface SiteHeaderProps {
  /** Null for a guest. */
  member: Member | null;
}

/** The header of every page: brand, main navigation, and the member's menu or the links to sign in and sign up. */
export function SiteHeader({ member }: SiteHeaderProps) {
  const header = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!header.current) return;
    const onScroll = attachScrolledStyle(header.current);
    return () => removeEventListener("scroll", onScroll);
  }, []);
  return (
    <header
      className="cloth sticky top-0 z-20 data-scrolled:bg-cloth/88 data-scrolled:blur-behind opaque:data-scrolled:bg-cloth opaque:data-scrolled:backdrop-filter-none print:hidden forced-colors:border-b"
      ref={header}
    >
      <div className="page-width flex min-h-bar items-center gap-[clamp(0.5rem,3vw,1.5rem)]">
        <BrandLink />
        <nav className="hidden gap-1 lg:mx-auto lg:flex" aria-label="Main">
          {MAIN_NAVIGATION.map(({ to, label }) => (
            <NavLink key={to} className={NAV_LINK} to={to} end={to === "/"}>
              {/* As wide as the bold label, so that the other links do not move when this one becomes current. */}
              <span
                className="grid after:invisible after:h-0 after:overflow-hidden after:font-semibold after:content-[attr(data-label)]"
                data-label={label}
              >
                {label}
              </span>
            </NavLink>
          ))}
        </nav>
        {member ? (
          <UserMenu member={member} />
        ) : (
          <div className="hidden items-center gap-4 lg:flex">
            <Link className={linkVariants({ standalone: true })} to="/login">
              Sign in
            </Link>
            <Link className={buttonVariants({ size: "small" })} to="/signup">
              Get Started
            </Link>
          </div>
        )}
        <SmallScreenMenu member={member} />
      </div>
    </header>
  );
}

function UserMenu({ member }: { member: Member }) {
  const ref = useMenu();
  return (
    <details className="group relative hidden lg:block" ref={ref}>
      <summary className={summaryVariants({ hasAvatar: true, className: "max-w-60" })}>
        <MenuAvatar name={member.name} />
        <span className="truncate">{member.name}</span>
        <i className="mx-0.5 -mt-1 size-2 flex-none rotate-45 border-r-2 border-b-2" aria-hidden="true" />
      </summary>
      <div className={panelVariants({ menu: "user" })}>
        <NavLink className={itemVariants({ menu: "user" })} to="/dashboard">
          Dashboard
        </NavLink>
        <NavLink className={itemVariants({ menu: "user" })} to="/settings">
          Settings
        </NavLink>
        <SignOutForm className={itemVariants({ menu: "user", isLast: true })} />
      </div>
    </details>
  );
}

function SmallScreenMenu({ member }: { member: Member | null }) {
  const ref = useMenu();
  return (
    <details className="group lg:hidden" ref={ref}>
      <summary className={summaryVariants({ hasAvatar: member !== null })}>
        {member ? <MenuAvatar name={member.name} /> : <MenuIcon />}
        Menu
      </summary>
      <div className={panelVariants({ menu: "small" })}>
        {member && (
          <p className="flex min-h-13 items-center border-b border-cloth-line leading-snug wrap-anywhere">
            <span>
              Signed in as <b>{member.name}</b>
            </span>
          </p>
        )}
        <nav aria-label="Main, small screens">
          {MAIN_NAVIGATION.map(({ to, label }) => (
            <NavLink key={to} className={itemVariants({ menu: "small" })} to={to} end={to === "/"}>
              {label}
            </NavLink>
          ))}
        </nav>
        {member ? (
          <>
            <NavLink className={itemVariants({ menu: "small" })} to="/dashboard">
              Dashboard
            </NavLink>
            <NavLink className={itemVariants({ menu: "small" })} to="/settings">
              Settings
            </NavLink>
            <SignOutForm className={itemVariants({ menu: "small" })} />
          </>
        ) : (
          <Actions className="mt-5 *:flex-[1_1_8rem]">
            <Link className={buttonVariants({ variant: "outline" })} to="/login">
              Sign in
            </Link>
            <Link className={buttonVariants()} to="/signup">
              Get Started
            </Link>
          </Actions>
        )}
      </div>
    </details>
  );
}

function MenuAvatar({ name }: { name: string }) {
  return (
    <SmallAvatar
      className="size-[2.1em] [--color-cloth:var(--color-marigold)] [--color-on-cloth:var(--color-on-marigold)]"
      name={name}
    />
  );
}

function MenuIcon() {
  return (
    <svg className="w-[1.1em] flex-none fill-none" viewBox="0 0 20 16" strokeLinecap="round" aria-hidden="true">
      <path d="M2 3h16M2 8h16M2 13h16" stroke="currentColor" strokeWidth="2" />
    </svg>
  );
}
