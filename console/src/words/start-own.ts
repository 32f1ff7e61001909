/** How to have a firm of one's own. */
export const words = {
  how: 'Whoever runs the service makes one with this command. It prints a link by which its first admin comes in.',
  command: './bin/mds.js accounts create --name "My firm" --admin-email me@example.com',
};
