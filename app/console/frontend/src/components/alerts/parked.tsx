/** Notifications that a receiver refused for good. Nobody is told by them, so they come first. */

import type { Alert } from '../../api/operate-types';
import { plural } from '../../format/number';
import { parkedOf } from '../../state/alerts';
import { Icon } from '../icons';
import { Name } from '../name';

export function Parked({ alerts }: { alerts: Alert[] }) {
  const parked = parkedOf(alerts);
  if (parked.length === 0) {
    return null;
  }
  const receivers = [...new Set(parked.map(({ delivery }) => delivery.receiver))];
  return (
    <div class="problem" role="alert">
      <Icon shape="warning" />
      <div>
        <strong>{plural(parked.length, 'notification is', 'notifications are')} parked: the receiver refused and nobody was notified</strong>
        <p>
          They are not sent again by themselves. Correct the receiver{' '}
          {receivers.map((receiver, i) => (
            <span key={receiver}>
              {i > 0 && ', '}
              <Name text={receiver} class="wrap" />
            </span>
          ))}{' '}
          in alerts.yaml.
        </p>
        <ul class="doc-bullets">
          {[...new Map(parked.map(({ delivery }) => [`${delivery.receiver} ${delivery.error}`, delivery]))].map(([key, { receiver, error }]) => (
            <li key={key}>
              <bdi dir="auto">{receiver}</bdi>: <bdi dir="auto">{error || 'no words'}</bdi>
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}
