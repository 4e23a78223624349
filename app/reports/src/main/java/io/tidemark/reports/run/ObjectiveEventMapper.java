package io.tidemark.reports.run;

import io.tidemark.analysis.capacity.LoadVerdict;
import io.tidemark.events.MetricName;
import io.tidemark.events.ObjectiveJudgement;
import io.tidemark.events.ObjectiveResult;
import io.tidemark.schemas.Metric;
import io.tidemark.sinks.store.read.step.JudgementRow;
import io.tidemark.sinks.store.read.step.ObjectiveRow;
import io.tidemark.sinks.store.read.step.StepResultRow;
import java.util.Optional;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/** Turns stored verdicts back into what analysis takes: a step's verdict with the events of its objectives. */
final class ObjectiveEventMapper {
    private ObjectiveEventMapper() {}

    /** A step's verdict with the objectives that it rests on. */
    static LoadVerdict loadVerdict(StepResultRow step) {
        return new LoadVerdict(
                step.loadKind(),
                step.load(),
                step.verdict(),
                step.objectives().stream().map(ObjectiveEventMapper::toEvent).toList());
    }

    private static ObjectiveResult toEvent(ObjectiveRow row) {
        return ObjectiveResult.newBuilder()
                .setObjective(row.objective())
                .setKind(row.kind())
                .setMetric(row.metric().map(Metric::event).orElse(MetricName.UNKNOWN))
                .setQuantile(row.quantile())
                .setLimit(row.limit())
                .setVerdict(row.verdict())
                .setValue(boxed(row.value()))
                .setLow(boxed(row.low()))
                .setHigh(boxed(row.high()))
                .setCount(row.count())
                .setBad(row.bad())
                .setNeededRequests(
                        row.neededRequests().isPresent() ? row.neededRequests().getAsLong() : null)
                .setBasis(row.basis())
                .setStanding(row.standing())
                .setVerdictOn(row.judgements().verdictOn())
                .setSustained(judgement(row.judgements().sustained()))
                .setShortRun(judgement(row.judgements().shortRun()))
                .build();
    }

    private static @Nullable ObjectiveJudgement judgement(Optional<JudgementRow> found) {
        if (found.isEmpty()) {
            return null;
        }
        JudgementRow row = found.get();
        return ObjectiveJudgement.newBuilder()
                .setVerdict(row.verdict())
                .setLow(boxed(row.low()))
                .setHigh(boxed(row.high()))
                .setEffectiveCount(boxed(row.worth().effectiveCount()))
                .setDesignEffect(boxed(row.worth().designEffect()))
                .setReason(row.reason())
                .build();
    }

    private static @Nullable Double boxed(OptionalDouble value) {
        return value.isPresent() ? value.getAsDouble() : null;
    }
}
