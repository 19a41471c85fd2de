import { expect, it } from "vitest";
import { networkOf } from "../../../worker/http/network-of";

it.each([
  ["198.51.100.7", "198.51.100.7"],
  ["2001:db8:1:1a2b:3:4:5:6", "2001:db8:1:1a00"],
  ["2001:DB8:1:1Aff::6", "2001:db8:1:1a00"],
  ["2001:0db8:0001:00a2::6", "2001:db8:1:0"],
  ["2001:db8::1", "2001:db8:0:0"],
  ["::1", "0:0:0:0"],
  ["2001::5:6:7:8:9:a", "2001:0:5:0"],
  ["::ffff:198.51.100.7", "198.51.100.7"],
  ["::FFFF:198.51.100.7", "198.51.100.7"],
  ["", ""],
])("returns the network of %s", (address, network) => {
  expect(networkOf(address)).toBe(network);
});
