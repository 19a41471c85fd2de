/** Where Appwrite's REST API is, and how to reach it: over the network, or inside this Worker. */
export interface AppwriteServer {
  /** Without a slash at the end, such as "https://cloud.appwrite.io/v1". */
  baseUrl: string;
  fetch(request: Request): Promise<Response>;
}
