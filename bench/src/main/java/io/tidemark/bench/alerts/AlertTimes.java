package io.tidemark.bench.alerts;

import io.tidemark.bench.harness.BenchmarkContext;
import io.tidemark.bench.harness.DurationSample;
import io.tidemark.bench.harness.ResultTable;
import io.tidemark.events.SloBreach;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The moments of each breach on its way to Alertmanager, and the table of what lies between them. Not thread-safe. */
final class AlertTimes {
    private final ShownAlerts shown;
    private final BreachAlertRule rule;
    private final Map<Part, List<Duration>> parts = new EnumMap<>(Part.class);

    /** The parts, in the order of the table. */
    private enum Part {
        CROSSED("limit crossed to: Alertmanager has it"),
        WINDOW("end of the window that shows it to: Alertmanager has it"),
        OFF("fault off to: Alertmanager has the end"),
        CLEARED("window that is clear to: Alertmanager has the end");

        private final String description;

        Part(String description) {
            this.description = description;
        }
    }

    AlertTimes(ShownAlerts shown, BreachAlertRule rule) {
        this.shown = shown;
        this.rule = rule;
    }

    /** @param crossed when a request broke the objective beyond doubt, where one did */
    void opened(SloBreach breach, Optional<Instant> crossed) {
        shown.shown(breach).ifPresent(seen -> {
            crossed.ifPresent(moment -> add(Part.CROSSED, moment, seen));
            add(Part.WINDOW, breach.getUpdated(), seen);
        });
    }

    /** @param faultOff when the fault before its end was switched off */
    void closed(SloBreach breach, Optional<Instant> faultOff) {
        shown.gone(breach).ifPresent(gone -> {
            faultOff.ifPresent(off -> add(Part.OFF, off, gone));
            add(Part.CLEARED, breach.getUpdated(), gone);
        });
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
