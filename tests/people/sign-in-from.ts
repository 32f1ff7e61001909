/** Signing in from a chosen address of this machine. */
import { Agent, request } from 'node:http';

export function agentAt(localAddress: string): Agent {
  return new Agent({ keepAlive: true, maxSockets: 24, localAddress } as never);
}

/** The status; 0 where the connection was closed. */
export function signIn(url: string, agent: Agent, email: string, password: string): Promise<number> {
  return new Promise((resolve) => {
    const text = JSON.stringify({ email, password });
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text), origin: url };
    const sent = request(`${url}/console/api/Session`, { method: 'POST', agent, headers }, (answer) => {
      answer.resume().on('end', () => resolve(answer.statusCode!));
    });
    sent.on('error', () => resolve(0)).end(text);
  });
}
