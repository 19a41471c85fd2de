import { useEffect, useRef } from "react";
import { Link, NavLink } from "react-router";
import { MAIN_NAVIGATION } from "../content/navigation";
import type { Member } from "../context";
import { BrandLink } from "./brand-link";
import { LogOutForm } from "./log-out-form";
import { SmallAvatar } from "./motif/avatar";
import { attachScrolledLook } from "./scrolled-look";
import { useMenu } from "./use-menu";

interface SiteHeaderProps {
  /** Who is signed in, or null for a guest. */
  member: Member | null;
}

/** The header of every page: brand, main navigation, and the way in or the member's menu. */
export function SiteHeader({ member }: SiteHeaderProps) {
  const header = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!header.current) return;
    const onScroll = attachScrolledLook(header.current);
    return () => removeEventListener("scroll", onScroll);
  }, []);
  return (
    <header className="site-header cloth" ref={header}>
      <div className="page">
        <BrandLink />
        <nav className="nav" aria-label="Main">
          {MAIN_NAVIGATION.map(({ to, label }) => (
            <NavLink key={to} to={to} end={to === "/"}>
              <span data-label={label}>{label}</span>
            </NavLink>
          ))}
        </nav>
        {member ? (
          <UserMenu member={member} />
        ) : (
          <div className="header-actions">
            <Link className="quiet" to="/login">
              Sign in
            </Link>
            <Link className="button button-primary button-small" to="/signup">
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
    <details className="menu user-menu" ref={ref}>
      <summary>
        <SmallAvatar name={member.name} />
        <span className="clip">{member.name}</span>
        <i className="caret" aria-hidden="true" />
      </summary>
      <div className="menu-panel cloth">
        <NavLink to="/dashboard">Dashboard</NavLink>
        <NavLink to="/settings">Settings</NavLink>
        <LogOutForm buttonClass="menu-action" />
      </div>
    </details>
  );
}

function SmallScreenMenu({ member }: { member: Member | null }) {
  const ref = useMenu();
  return (
    <details className="menu" ref={ref}>
      <summary>
        {member ? <SmallAvatar name={member.name} /> : <MenuIcon />}
        Menu
      </summary>
      <div className="menu-panel cloth">
        {member && (
          <p className="menu-person">
            <span>
              Signed in as <b>{member.name}</b>
            </span>
          </p>
        )}
        <nav aria-label="Main, small screens">
          {MAIN_NAVIGATION.map(({ to, label }) => (
            <NavLink key={to} to={to} end={to === "/"}>
              {label}
            </NavLink>
          ))}
        </nav>
        {member ? (
          <>
            <NavLink to="/dashboard">Dashboard</NavLink>
            <NavLink to="/settings">Settings</NavLink>
            <LogOutForm buttonClass="menu-action" />
          </>
        ) : (
          <div className="actions">
            <Link className="button button-outline" to="/login">
              Sign in
            </Link>
            <Link className="button button-primary" to="/signup">
              Get Started
            </Link>
          </div>
        )}
      </div>
    </details>
  );
}

function MenuIcon() {
  return (
    <svg className="ties" viewBox="0 0 20 16" aria-hidden="true">
      <path d="M2 3h16M2 8h16M2 13h16" stroke="currentColor" strokeWidth="2" />
    </svg>
  );
}
