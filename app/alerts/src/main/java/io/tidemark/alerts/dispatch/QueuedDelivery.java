package io.tidemark.alerts.dispatch;

import io.tidemark.sinks.store.alert.Alert;
import io.tidemark.sinks.store.alert.Delivery;

/**
 * A row of the outbox with the alert that it is about.
 *
 * @param alone whether it goes into a message of its own, as the receiver refused it together with others
 */
record QueuedDelivery(Delivery delivery, Alert alert, boolean alone) {
    QueuedDelivery(Delivery delivery, Alert alert) {
        this(delivery, alert, false);
    }

    QueuedDelivery with(Delivery next) {
        return new QueuedDelivery(next, alert, alone);
    }

    QueuedDelivery with(Alert revision) {
        return new QueuedDelivery(delivery, revision, alone);
    }

    QueuedDelivery asAlone() {
        return new QueuedDelivery(delivery, alert, true);
    }

    /** Alerts of one run and step, or of one phase, go into one message. */
    String group() {
        return alert.team().name() + "/" + label("experiment") + "/" + label("phase") + "/" + label("run") + "/"
                + label("step") + (alone ? "/" + alert.id().dedupKey() + "/" + delivery.status() : "");
    }

    /** The same for all alerts of a team with the same labels, whenever they began. */
    String labelsKey() {
        return alert.team().name() + "/" + alert.id().fingerprint();
    }

    private String label(String name) {
        return alert.labels().getOrDefault(name, "");
    }
}
