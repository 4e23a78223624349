/** Who was told of an alert, and who was not. */

import type { Delivery } from '../../api/operate-types';
import { plural } from '../../format/number';
import { dateTime, millis } from '../../format/time';
import { Name } from '../name';
import { DeliveryBadge } from './badges';

export function Deliveries({ deliveries }: { deliveries: Delivery[] }) {
  if (deliveries.length === 0) {
    return <p class="dim">No receiver is to be told.</p>;
  }
  return (
    <ul class="deliveries" aria-label="Deliveries">
      {deliveries.map((delivery) => (
        <li key={`${delivery.receiver} ${delivery.status} ${delivery.created}`} class={delivery.state === 'PARKED' ? 'delivery delivery-parked' : 'delivery'}>
          <DeliveryBadge state={delivery.state} />
          <Name text={delivery.receiver} />
          <span class="dim">{delivery.status.toLowerCase()}</span>
          <span class="dim num">{dateTime(millis(delivery.finished ?? delivery.created))}</span>
          {delivery.state !== 'SENT' && delivery.attempts > 0 && <span class="num">{plural(delivery.attempts, 'attempt')}</span>}
          {delivery.error !== '' && (
            <span class="delivery-error" dir="auto">
              {delivery.error}
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}
