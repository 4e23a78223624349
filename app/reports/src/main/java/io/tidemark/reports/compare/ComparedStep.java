package io.tidemark.reports.compare;

import io.tidemark.analysis.measure.Measure;
import io.tidemark.analysis.measure.MeasureAtLoad;
import io.tidemark.analysis.measure.MeasuredValue;
import io.tidemark.analysis.measure.ServedRequests;
import io.tidemark.events.ObjectiveKind;
import io.tidemark.events.Verdict;
import io.tidemark.schemas.ValueText;
import io.tidemark.sinks.store.read.run.RunRow;
import io.tidemark.sinks.store.read.step.ObjectiveRow;
import io.tidemark.sinks.store.read.step.StepCountsRow;
import io.tidemark.sinks.store.read.step.StepResultRow;
import io.tidemark.sinks.store.read.step.StepStateRow;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/**
 * A step that gave a result.
 *
 * @param ended when its last request had ended; empty where that is not known
 * @param serverPaced whether the server set the pace, though a rate was asked: all at once, under a cap, or as another tool reports it
 * @param flags what its reader must know
 * @param classes the same step as classes of its requests saw it
 * @param importedRates what another tool's file states, of an imported run
 */
public record ComparedStep(
        int number,
        StepResultRow result,
        Optional<Instant> ended,
        boolean serverPaced,
        List<String> flags,
        List<StepResultRow> classes,
        ImportedRates importedRates) {
    public ComparedStep {
        flags = List.copyOf(flags);
        classes = List.copyOf(classes);
    }

    /**
     * Without classes.
     *
     * @param state as the client reported it
     */
    public static ComparedStep of(RunRow run, int number, StepResultRow result, Optional<StepStateRow> state) {
        return new ComparedStep(
                number,
                result,
                state.flatMap(StepStateRow::ended).or(result::measureUntil),
                isServerPaced(run, state, result),
                Stream.concat(state.stream().flatMap(known -> known.flags().stream()), result.flags().stream())
                        .distinct()
                        .toList(),
                List.of(),
                ImportedRates.of(run, number));
    }

    ComparedStep withClasses(List<StepResultRow> other) {
        return new ComparedStep(number, result, ended, serverPaced, flags, other, importedRates);
    }

    private static boolean isServerPaced(RunRow run, Optional<StepStateRow> state, StepResultRow result) {
        boolean capped = state.filter(known -> known.offered().concurrencyCap().isPresent())
                .isPresent();
        return capped || run.imported().isPresent() || ValueText.isAllAtOnce(result.loadKind(), result.load());
    }

    public StepCountsRow counts() {
        return result.counts();
    }

    public Verdict verdict() {
        return result.verdict();
    }

    public List<ObjectiveRow> objectives() {
        return result.objectives();
    }

    public LoadLevel load() {
        return new LoadLevel(result.loadKind(), result.load());
    }

    ServedRequests served() {
        Optional<Duration> untilServed = serverPaced ? ended.map(this::sinceStart) : Optional.empty();
        return new ServedRequests(
                result.loadKind(),
                result.load(),
                result.requestClass(),
                ServedRequests.Counts.of(
                        result.counts().due(),
                        result.counts().ok(),
                        result.counts().outputTokens(),
                        flags),
                result.objectives().stream()
                        .filter(objective -> objective.kind() == ObjectiveKind.GOOD_RATIO)
                        .findFirst()
                        .filter(objective -> objective.value().isPresent())
                        .map(objective -> objective.count() - objective.bad()),
                result.measureUntil().map(this::sinceStart),
                untilServed);
    }

    /** The rates that its counts give, and those that only its file states. */
    List<MeasuredValue> rates() {
        List<MeasuredValue> rates = new ArrayList<>(served().figures());
        add(Measure.requests(), importedRates.requests(), rates);
        add(Measure.outputTokens(), importedRates.outputTokens(), rates);
        add(Measure.goodput(), importedRates.good(), rates);
        return rates;
    }

    private void add(Measure measure, OptionalDouble perSecond, List<MeasuredValue> rates) {
        boolean counted =
                rates.stream().anyMatch(figure -> figure.question().measure().equals(measure));
        if (!counted && perSecond.isPresent()) {
            MeasureAtLoad question =
                    new MeasureAtLoad(measure, result.loadKind(), result.load(), result.requestClass());
            rates.add(new MeasuredValue(
                    question, perSecond.getAsDouble(), result.counts().ok()));
        }
    }

    private Duration sinceStart(Instant until) {
        return Duration.between(result.measureFrom(), until);
    }
}
