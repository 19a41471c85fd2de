import { HomePage } from "../../components/home/home-page";
import { pageMeta } from "../../components/page-meta";
import { Status } from "../../components/ui/status";
import { BRAND } from "../../content/brand";
import { flashContext } from "../../context";
import type { Route } from "./+types/home";

export function meta() {
  return pageMeta({
    title: `${BRAND.name} ${BRAND.tagline}: launch your ideas, build the future`,
    description: BRAND.description,
    path: "/",
  });
}

/** Whoever has just deleted their account is told here that it is done. */
export function loader({ context }: Route.LoaderArgs) {
  return { hasLeft: context.get(flashContext).take() === "account-deleted" };
}

/** Within the site nobody has just left, so that no click on Home waits for the network. */
export function clientLoader() {
  return { hasLeft: false };
}

export default function Home({ loaderData: { hasLeft } }: Route.ComponentProps) {
  return (
    <>
      {hasLeft && (
        <div className="page-width pb-6">
          <Status>
            <b>Your account is deleted.</b> Your profile, your file and your sign-ins went with it.
          </Status>
        </div>
      )}
      <HomePage />
    </>
  );
}
