// The sections for the data export and for deleting the account.

import { Link } from "react-router";
import { Actions } from "../../../components/ui/actions";
import { buttonVariants } from "../../../components/ui/button";
import { ExportLink } from "./export-link";
import { DELETE_PATH } from "./form-data";
import { SettingSection } from "./section";

export function ExportSection() {
  return (
    <SettingSection
      id="your-data"
      title="A copy of your data"
      lead="Everything we hold about you, in one JSON file that you and other programs can read."
    >
      <ExportLink place="section" />
    </SettingSection>
  );
}

export function DeletionSection() {
  return (
    <SettingSection
      id="leave"
      title="Delete your account"
      lead="Your profile, your file and the account itself, for good. The next page says what goes, and asks for your password."
    >
      <Actions as="p">
        <Link className={buttonVariants({ variant: "danger" })} to={DELETE_PATH}>
          Delete my account
        </Link>
      </Actions>
    </SettingSection>
  );
}
