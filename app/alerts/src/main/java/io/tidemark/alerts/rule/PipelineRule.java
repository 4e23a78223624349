package io.tidemark.alerts.rule;

import com.google.common.collect.ImmutableMap;
import io.tidemark.alerts.kind.AlertKind;
import io.tidemark.schemas.ValueText;
import io.tidemark.sinks.store.alert.Annotation;

/** Parts of the pipeline that do not keep up, disks that are nearly full, and receivers that are notified of no more alerts one by one. */
final class PipelineRule {
    private final ActiveAlerts alerts;

    PipelineRule(ActiveAlerts alerts) {
        this.alerts = alerts;
    }

    void on(PipelineState state) {
        double maxLag = alerts.settings(AlertKind.PIPELINE_LAG).limit().orElse(Double.POSITIVE_INFINITY);
        state.lagRecords().forEach((part, lag) -> {
            AlertDraft draft = draft(
                    AlertKind.PIPELINE_LAG,
                    ImmutableMap.of("part", part),
                    part + " does not keep up",
                    ValueText.count(lag) + " records behind");
            alerts.report(
                    draft, lag > maxLag, part + " is at most " + ValueText.count((long) maxLag) + " records behind");
        });
        double minFree = alerts.settings(AlertKind.PIPELINE_DISK).limit().orElse(0);
        state.freeShare().forEach((folder, free) -> {
            AlertDraft draft = draft(
                    AlertKind.PIPELINE_DISK,
                    ImmutableMap.of("folder", folder),
                    "the disk of " + folder + " is nearly full",
                    ValueText.percent(free) + " free");
            alerts.report(draft, free < minFree, "at least " + ValueText.percent(minFree) + " of the disk is free");
        });
    }

    void onHeldBack(long held) {
        if (held == 0) {
            alerts.resolveAll(
                    AlertKind.ALERTS_HELD_BACK,
                    ImmutableMap.of(),
                    alerts.now(),
                    "receivers are notified of all alerts that fire");
            return;
        }
        double limit = alerts.settings(AlertKind.ALERTS_HELD_BACK).limit().orElse(Double.POSITIVE_INFINITY);
        alerts.raise(draft(
                AlertKind.ALERTS_HELD_BACK,
                ImmutableMap.of(),
                "more alerts fire than receivers are notified of one by one: a receiver is notified of at most "
                        + ValueText.count((long) limit) + " of a team at a time",
                ValueText.count(held) + " alerts held back"));
    }

    private AlertDraft draft(AlertKind kind, ImmutableMap<String, String> labels, String summary, String value) {
        return alerts.draft(kind, labels, alerts.now())
                .unsettled()
                .annotation(Annotation.SUMMARY, summary)
                .annotation(Annotation.VALUE, value);
    }
}
