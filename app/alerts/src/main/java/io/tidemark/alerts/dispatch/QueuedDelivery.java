package io.tidemark.alerts.dispatch;

import io.tidemark.sinks.store.alert.Alert;
import io.tidemark.sinks.store.alert.Delivery;

/** A row of the outbox with the alert that it is about. */
record QueuedDelivery(Delivery delivery, Alert alert) {
    /** Alerts of one run and step, or of one phase, go into one message. */
    String group() {
        return alert.team().name() + "/" + label("experiment") + "/" + label("phase") + "/" + label("run") + "/"
                + label("step");
    }

    /** The same for all alerts of a team with the same labels, whenever they began. */
    String labelsKey() {
        return alert.team().name() + "/" + alert.id().fingerprint();
    }

    private String label(String name) {
        return alert.labels().getOrDefault(name, "");
    }
}
