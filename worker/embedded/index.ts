import { DurableObject } from "cloudflare:workers";
export class EmbeddedAppwrite extends DurableObject {
  override async fetch() {
    const r = this.ctx.storage.sql.exec("select 1 as v").one();
    return new Response(JSON.stringify(r));
  }
}
