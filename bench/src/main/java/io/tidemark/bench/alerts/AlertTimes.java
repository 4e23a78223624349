package io.tidemark.bench.alerts;

import io.tidemark.bench.harness.BenchmarkContext;
import io.tidemark.bench.harness.DurationSample;
import io.tidemark.bench.harness.ResultTable;
import io.tidemark.sinks.store.alert.Alert;
import io.tidemark.sinks.store.alert.AlertState;
import io.tidemark.sinks.store.alert.Delivery;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The moments of each breach on its way to Alertmanager, and the table of what lies between them. Not thread-safe. */
final class AlertTimes {
    private final ShownAlerts shown;
    private final BreachAlertRule rule;
    private final Map<ShownAlerts.Key, Map<AlertState, Delivery>> deliveries = new HashMap<>();
    private final Map<Part, List<Duration>> parts = new EnumMap<>(Part.class);

    /** The parts, in the order of the table. */
    private enum Part {
        CROSSED("limit crossed to: Alertmanager has it"),
        WINDOW("end of the window that shows it to: Alertmanager has it"),
        RECORD("  window's end to the breach record in Kafka"),
        CONFIRMED("  breach record to the record that the rule waits for"),
        STORED("  that record to the alert in the outbox"),
        ACCEPTED("  outbox to accepted over HTTP"),
        SHOWN("  accepted to shown by its API"),
        OFF("fault off to: Alertmanager has the end"),
        CLEARED("window that is clear to: Alertmanager has the end"),
        CLOSED_RECORD("  window's end to the record of the end in Kafka"),
        CLOSED_STORED("  record of the end to the outbox"),
        CLOSED_ACCEPTED("  outbox to accepted over HTTP, end"),
        CLOSED_SHOWN("  accepted to gone from its API");

        private final String description;

        Part(String description) {
            this.description = description;
        }
    }

    AlertTimes(ShownAlerts shown, BreachAlertRule rule) {
        this.shown = shown;
        this.rule = rule;
    }

    /** Adds the rows of the outbox of one alert; those of all alerts are added before breaches. */
    void delivered(Alert alert, List<Delivery> rows) {
        Map<AlertState, Delivery> byStatus = new EnumMap<>(AlertState.class);
        rows.forEach(row -> byStatus.put(row.status(), row));
        deliveries.put(new ShownAlerts.Key(alert.labels().getOrDefault("objective", ""), alert.startsAt()), byStatus);
    }

    /**
     * Adds a breach.
     *
     * @param record its first
     * @param fires the record that the rule waits for
     * @param crossed when a request broke the objective significantly, where one did
     */
    void opened(BreachRecord record, BreachRecord fires, Optional<Instant> crossed) {
        shown.shown(record.key()).ifPresent(seen -> {
            Instant windowEnd = record.breach().getUpdated();
            crossed.ifPresent(moment -> add(Part.CROSSED, moment, seen));
            add(Part.WINDOW, windowEnd, seen);
            add(Part.RECORD, windowEnd, record.appended());
            add(Part.CONFIRMED, record.appended(), fires.appended());
            delivery(record, AlertState.FIRING).ifPresent(row -> {
                add(Part.STORED, fires.appended(), row.created());
                row.finished().ifPresent(accepted -> {
                    add(Part.ACCEPTED, row.created(), accepted);
                    add(Part.SHOWN, accepted, seen);
                });
            });
        });
    }

    /**
     * Adds the end of a breach.
     *
     * @param record the first in state CLOSED
     * @param faultOff when the fault before it was switched off
     */
    void closed(BreachRecord record, Optional<Instant> faultOff) {
        shown.gone(record.key()).ifPresent(gone -> {
            Instant windowEnd = record.breach().getUpdated();
            faultOff.ifPresent(off -> add(Part.OFF, off, gone));
            add(Part.CLEARED, windowEnd, gone);
            add(Part.CLOSED_RECORD, windowEnd, record.appended());
            delivery(record, AlertState.RESOLVED).ifPresent(row -> {
                add(Part.CLOSED_STORED, record.appended(), row.created());
                row.finished().ifPresent(accepted -> {
                    add(Part.CLOSED_ACCEPTED, row.created(), accepted);
                    add(Part.CLOSED_SHOWN, accepted, gone);
                });
            });
        });
    }

    private Optional<Delivery> delivery(BreachRecord record, AlertState status) {
        return Optional.ofNullable(
                deliveries.getOrDefault(record.key(), Map.of()).get(status));
    }

    private void add(Part part, Instant from, Instant to) {
        parts.computeIfAbsent(part, first -> new ArrayList<>()).add(Duration.between(from, to));
    }

    /** How many breaches were shown, and how many of them gone. */
    AlertsBench.Counts counts(long opened, long closed) {
        return new AlertsBench.Counts(opened, count(Part.WINDOW), count(Part.CROSSED), closed, count(Part.CLEARED));
    }

    private long count(Part part) {
        return parts.getOrDefault(part, List.of()).size();
    }

    void print(BenchmarkContext bench) {
        ResultTable table = new ResultTable("ms from, " + rule, "alerts", "p50", "p99", "max");
        parts.forEach((part, durations) -> {
            DurationSample sample = DurationSample.of(
                    durations.stream().mapToLong(Duration::toNanos).toArray());
            table.row(
                    part.description,
                    String.valueOf(sample.count()),
                    sample.millis(0.5),
                    sample.millis(0.99),
                    sample.millis(1));
        });
        bench.table("alerts-" + rule.fileName(), table);
    }
}
