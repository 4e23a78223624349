package io.tidemark.app.compare;

import io.tidemark.analysis.compare.Figure;
import io.tidemark.analysis.compare.Measure;
import io.tidemark.analysis.compare.Question;
import io.tidemark.analysis.compare.Served;
import io.tidemark.app.report.ToldRates;
import io.tidemark.events.ObjectiveKind;
import io.tidemark.sinks.store.read.StepResultRow;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * A step that gave a result.
 *
 * @param ended when its last request had ended; empty where that is not known
 * @param delivers whether the server set the pace, though a rate was asked: all at once, under a cap, or as another tool reports it
 * @param flags what its reader must know
 * @param classes the same step as classes of its requests saw it
 * @param told what another tool's file states, of an imported run
 */
public record ComparedStep(
        int number,
        StepResultRow result,
        Optional<Instant> ended,
        boolean delivers,
        List<String> flags,
        List<StepResultRow> classes,
        ToldRates told) {
    public ComparedStep {
        flags = List.copyOf(flags);
        classes = List.copyOf(classes);
    }

    LoadLevel load() {
        return new LoadLevel(result.loadKind(), result.load());
    }

    Served served() {
        Optional<Duration> untilServed = delivers ? ended.map(this::sinceStart) : Optional.empty();
        return new Served(
                result.loadKind(),
                result.load(),
                result.requestClass(),
                new Served.Counts(
                        result.counts().due(),
                        result.counts().ok(),
                        result.counts().outputTokens()),
                result.objectives().stream()
                        .filter(objective -> objective.kind() == ObjectiveKind.GOOD_RATIO)
                        .mapToLong(objective -> objective.count() - objective.bad())
                        .findFirst(),
                result.measureUntil().map(this::sinceStart),
                untilServed);
    }

    /** The rates that its counts give, and those that only its file states. */
    List<Figure> rates() {
        List<Figure> rates = new ArrayList<>(served().figures());
        add(Measure.requests(), told.requests(), rates);
        add(Measure.outputTokens(), told.outputTokens(), rates);
        add(Measure.goodput(), told.good(), rates);
        return rates;
    }

    private void add(Measure measure, OptionalDouble perSecond, List<Figure> rates) {
        boolean counted =
                rates.stream().anyMatch(figure -> figure.question().measure().equals(measure));
        if (!counted && perSecond.isPresent()) {
            Question question = new Question(measure, result.loadKind(), result.load(), result.requestClass());
            rates.add(new Figure(
                    question, perSecond.getAsDouble(), result.counts().ok()));
        }
    }

    private Duration sinceStart(Instant until) {
        return Duration.between(result.measureFrom(), until);
    }
}
