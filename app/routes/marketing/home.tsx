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

/** After deleting their account, members are redirected here and see a confirmation. */
export function loader({ context }: Route.LoaderArgs) {
  return { isAccountDeleted: context.get(flashContext).consume() === "account-deleted" };
}

/** Client navigations never follow a deletion, so they need not wait for the server. */
export function clientLoader() {
  return { isAccountDeleted: false };
}

export default function Home({ loaderData: { isAccountDeleted } }: Route.ComponentProps) {
  return (
    <>
      {isAccountDeleted && (
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
