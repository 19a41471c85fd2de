export default function LogOut() {
  return <h1>LogOut</h1>;
}
