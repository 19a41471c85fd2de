// Reads browser, operating system and kind of device from a User-Agent header, for the fields of a session. Knows common browsers only.

type Pattern = [pattern: RegExp, code: string, name: string];

const SYSTEMS: Pattern[] = [
  [/Android (\d+(?:\.\d+)?)/, "AND", "Android"],
  [/(?:iPhone OS|CPU OS) (\d+[_.]\d+)/, "IOS", "iOS"],
  [/Windows NT (\d+\.\d+)/, "WIN", "Windows"],
  [/Mac OS X (\d+[_.]\d+)/, "MAC", "Mac"],
  [/Linux()/, "LIN", "GNU/Linux"],
];
const MOBILE_CLIENTS: Pattern[] = [
  [/EdgA?\/([\d.]+)/, "PS", "Microsoft Edge"],
  [/Firefox\/([\d.]+)/, "FM", "Firefox Mobile"],
  [/Chrome\/([\d.]+)/, "CM", "Chrome Mobile"],
  [/Version\/([\d.]+).*Safari\//, "MF", "Mobile Safari"],
];
const DESKTOP_CLIENTS: Pattern[] = [
  [/Edg\/([\d.]+)/, "PS", "Microsoft Edge"],
  [/Firefox\/([\d.]+)/, "FF", "Firefox"],
  [/Chrome\/([\d.]+)/, "CH", "Chrome"],
  [/Version\/([\d.]+).*Safari\//, "SF", "Safari"],
];
const WINDOWS_VERSIONS: Record<string, string> = { "10.0": "10", "6.3": "8.1", "6.1": "7" };

/** The device fields of a session; empty when the client is not a browser. */
export function describeDevice(userAgent: string | null): Record<string, string> {
  const agent = userAgent ?? "";
  const isMobile = /Mobile|Android|iPhone|iPad/.test(agent);
  const system = find(SYSTEMS, agent);
  const client = find(isMobile ? MOBILE_CLIENTS : DESKTOP_CLIENTS, agent);
  const isBrowser = client.code !== "";
  return {
    osCode: system.code,
    osName: system.name,
    osVersion: system.code === "WIN" ? (WINDOWS_VERSIONS[system.version] ?? system.version) : system.version,
    clientType: isBrowser ? "browser" : "",
    clientCode: client.code,
    clientName: client.name,
    clientVersion: client.version.split(".").slice(0, 2).join("."),
    ...engineOf(agent, isBrowser),
    ...hardwareOf(agent, isBrowser, isMobile),
  };
}

function find(patterns: Pattern[], agent: string): { code: string; name: string; version: string } {
  for (const [pattern, code, name] of patterns) {
    const version = pattern.exec(agent)?.[1];
    if (version !== undefined) return { code, name, version: version.replaceAll("_", ".") };
  }
  return { code: "", name: "", version: "" };
}

function engineOf(agent: string, isBrowser: boolean): Record<string, string> {
  const [, blink] = /Chrome\/([\d.]+)/.exec(agent) ?? [];
  const [, gecko] = /rv:([\d.]+).*Gecko\//.exec(agent) ?? [];
  const [, webkit] = /AppleWebKit\/([\d.]+)/.exec(agent) ?? [];
  if (!isBrowser) return { clientEngine: "", clientEngineVersion: "" };
  if (blink) return { clientEngine: "Blink", clientEngineVersion: blink };
  if (gecko) return { clientEngine: "Gecko", clientEngineVersion: gecko };
  return { clientEngine: "WebKit", clientEngineVersion: webkit ?? "" };
}

function hardwareOf(agent: string, isBrowser: boolean, isMobile: boolean): Record<string, string> {
  if (!isBrowser) return { deviceName: "", deviceBrand: "", deviceModel: "" };
  if (/iPhone|iPad|Macintosh/.test(agent)) {
    const model = /iPhone|iPad/.exec(agent)?.[0] ?? "";
    const name = model === "iPad" ? "tablet" : model === "iPhone" ? "smartphone" : "desktop";
    return { deviceName: name, deviceBrand: "Apple", deviceModel: model };
  }
  if (!isMobile) return { deviceName: "desktop", deviceBrand: "", deviceModel: "" };
  const model = /Android [\d.]+; ([^;)]+?)(?: Build\/[^;)]*)?[;)]/.exec(agent)?.[1] ?? "";
  const name = agent.includes("Mobile") ? "smartphone" : "tablet";
  const brand = model.startsWith("Pixel") ? "Google" : model.startsWith("SM-") ? "Samsung" : "";
  return { deviceName: name, deviceBrand: brand, deviceModel: model === "K" ? "" : model };
}
