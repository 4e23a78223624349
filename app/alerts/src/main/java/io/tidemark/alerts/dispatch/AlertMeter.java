package io.tidemark.alerts.dispatch;

import com.google.common.collect.ImmutableList;
import io.micrometer.core.instrument.Meter;
import io.tidemark.schemas.meter.DefinedMeter;
import io.tidemark.schemas.meter.MeterDefinition;

/** The meters of a dispatcher of alerts, each with its definition. Names are public API; docs/operate/operating.md is checked against them. */
public enum AlertMeter implements DefinedMeter {
    ACTIVE("active", Meter.Type.GAUGE, "", "Alerts of a team that are firing or pending", "team", "state"),
    HELD_BACK(
            "held.back",
            Meter.Type.GAUGE,
            "",
            "Alerts and recent events of a team that a receiver was not notified of, because the receiver, or the team, has as many as it may have",
            "team"),
    OUTBOX(
            "outbox",
            Meter.Type.GAUGE,
            "",
            "Deliveries of a receiver by their state, as the store holds them",
            "team",
            "receiver",
            "state"),
    SENDS(
            "sends",
            Meter.Type.COUNTER,
            "",
            "Notifications that were tried, by result: delivered, retried, rejected",
            "receiver",
            "result"),
    DELIVERY(
            "delivery",
            Meter.Type.TIMER,
            "seconds",
            "Time from the decision to tell a receiver until it took the notification",
            "receiver"),
    UNDECODABLE("undecodable", Meter.Type.COUNTER, "records", "Records that no rule could read", "team"),
    FORGOTTEN(
            "forgotten",
            Meter.Type.COUNTER,
            "facts",
            "What alerts no longer remember of a team's runs, phases, lanes, tunes and watched plans, because there was more than a team may have",
            "team"),
    RETRIES(
            "retries",
            Meter.Type.COUNTER,
            "",
            "Rounds that an outage of Kafka, registry or store ended; they are tried again from the store's offsets",
            "team");

    private final MeterDefinition definition;

    AlertMeter(String name, Meter.Type type, String unit, String meaning, String... tags) {
        this.definition =
                new MeterDefinition("tidemark.alerts." + name, type, unit, meaning, ImmutableList.copyOf(tags));
    }

    @Override
    public MeterDefinition definition() {
        return definition;
    }
}
