package io.tidemark.reports.run;

import io.tidemark.analysis.capacity.LoadVerdict;
import io.tidemark.analysis.measure.Measure;
import io.tidemark.analysis.measure.MeasureAtLoad;
import io.tidemark.analysis.measure.MeasuredValue;
import io.tidemark.analysis.measure.ServedRequests;
import io.tidemark.events.ObjectiveKind;
import io.tidemark.events.Verdict;
import io.tidemark.schemas.FigureDoubt;
import io.tidemark.schemas.Metric;
import io.tidemark.schemas.RequestClass;
import io.tidemark.sinks.store.read.run.RunRow;
import io.tidemark.sinks.store.read.step.ObjectiveRow;
import io.tidemark.sinks.store.read.step.StepCountsRow;
import io.tidemark.sinks.store.read.step.StepResultRow;
import io.tidemark.sinks.store.read.step.StepRow;
import io.tidemark.sinks.store.read.step.StepStateRow;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A step that gave a result.
 *
 * @param row as the store holds it, with a result
 * @param importedRates what another tool's file states; empty where Tidemark measured it
 */
public record MeasuredStep(StepRow row, Optional<ImportedRates> importedRates) {
    public MeasuredStep {
        if (row.result().isEmpty()) {
            throw new IllegalArgumentException(
                    "step " + row.step() + " of run " + row.run().run() + " has no result");
        }
    }

    /** Empty while it has no result. */
    static Optional<MeasuredStep> of(RunRow run, StepRow row) {
        return row.result()
                .map(result ->
                        new MeasuredStep(row, run.imported().map(imported -> ImportedRates.of(imported, row.step()))));
    }

    public StepResultRow result() {
        return row.result().orElseThrow();
    }

    /** As the client reported it. */
    public Optional<StepStateRow> state() {
        return row.state();
    }

    public StepCountsRow counts() {
        return result().counts();
    }

    public Verdict verdict() {
        return result().verdict();
    }

    public List<ObjectiveRow> objectives() {
        return result().objectives();
    }

    public LoadLevel load() {
        return new LoadLevel(result().loadKind(), result().load());
    }

    /** False where the client was the bottleneck: what it measured says nothing of the server. */
    public boolean isValid() {
        return verdict() != Verdict.INVALID;
    }

    /** Its verdict with the objectives that it rests on. */
    public LoadVerdict loadVerdict() {
        return ObjectiveEventMapper.loadVerdict(result());
    }

    /** Results of the same step as classes of its requests saw it. */
    public List<StepResultRow> classes() {
        return row.results().stream()
                .filter(one ->
                        !one.requestClass().equals(RequestClass.ALL) && RequestClass.isPartOfAll(one.requestClass()))
                .toList();
    }

    /** What its reader must know: of its state, and of the result where there is more to it. */
    public List<String> flags() {
        return Stream.concat(state().stream().flatMap(known -> known.flags().stream()), result().flags().stream())
                .distinct()
                .toList();
    }

    /** Metrics whose figures are unknown by facts of the step. */
    public Set<Metric> unfitMetrics() {
        return FigureDoubt.unfitMetrics(flags());
    }

    /** Whether facts of the step leave its output tokens unknown. */
    public boolean hasUnfitTokens() {
        return FigureDoubt.leavesTokensUnknown(flags());
    }

    /** Whether the server set the pace, though a rate was asked: all at once, under a cap, or as another tool reports it. */
    public boolean isServerPaced() {
        boolean capped = state().filter(
                        known -> known.offered().concurrencyCap().isPresent())
                .isPresent();
        return capped || importedRates.isPresent() || load().isAllAtOnce();
    }

    /** From the start of the measured part until the last request had ended, or the end of that part where the client did not say more; empty while it runs. */
    public Optional<Duration> untilServed() {
        return state().flatMap(StepStateRow::ended)
                .or(() -> result().isOver() ? result().measureUntil() : Optional.empty())
                .map(this::sinceStart);
    }

    /** The rates that its counts give, and those that only its file states. */
    public List<MeasuredValue> rates() {
        List<MeasuredValue> rates = new ArrayList<>(served().figures());
        importedRates.ifPresent(stated -> {
            add(Measure.requests(), stated.requests(), rates);
            add(Measure.outputTokens(), stated.outputTokens(), rates);
            add(Measure.goodput(), stated.good(), rates);
        });
        return rates;
    }

    private ServedRequests served() {
        return new ServedRequests(
                result().loadKind(),
                result().load(),
                result().requestClass(),
                ServedRequests.Counts.of(counts().due(), counts().ok(), counts().outputTokens(), flags()),
                objectives().stream()
                        .filter(objective -> objective.kind() == ObjectiveKind.GOOD_RATIO)
                        .findFirst()
                        .filter(objective -> objective.value().isPresent())
                        .map(objective -> objective.count() - objective.bad()),
                result().measureUntil().map(this::sinceStart),
                isServerPaced() ? untilServed() : Optional.empty());
    }

    private void add(Measure measure, OptionalDouble perSecond, List<MeasuredValue> rates) {
        boolean counted =
                rates.stream().anyMatch(figure -> figure.question().measure().equals(measure));
        if (!counted && perSecond.isPresent()) {
            MeasureAtLoad question =
                    new MeasureAtLoad(measure, result().loadKind(), result().load(), result().requestClass());
            rates.add(new MeasuredValue(question, perSecond.getAsDouble(), counts().ok()));
        }
    }

    private Duration sinceStart(Instant until) {
        return Duration.between(result().measureFrom(), until);
    }
}
