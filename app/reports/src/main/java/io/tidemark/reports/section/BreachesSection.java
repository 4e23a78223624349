package io.tidemark.reports.section;

import io.tidemark.analysis.signal.CorrelatedSignal;
import io.tidemark.events.BreachState;
import io.tidemark.events.Finality;
import io.tidemark.events.MovedSide;
import io.tidemark.events.ObjectiveKind;
import io.tidemark.events.Outcome;
import io.tidemark.reports.document.Block;
import io.tidemark.reports.document.Block.Column;
import io.tidemark.reports.document.Cell;
import io.tidemark.reports.document.Tone;
import io.tidemark.reports.format.ObjectiveFormat;
import io.tidemark.reports.format.SparseTable;
import io.tidemark.reports.model.BreachNumbers;
import io.tidemark.reports.model.ReportModel;
import io.tidemark.reports.model.RunReport;
import io.tidemark.reports.requests.BreachExample;
import io.tidemark.schemas.ValueText;
import io.tidemark.sinks.store.read.BreachRow;
import io.tidemark.sinks.store.read.run.SloRow;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Section 7: breaches and errors, each with its time, its size, and what moved with it. */
public final class BreachesSection {
    private final ReportModel model;

    public BreachesSection(ReportModel model) {
        this.model = model;
    }

    public List<Block> blocks() {
        BreachNumbers numbers = new BreachNumbers(model);
        return List.of(
                table(
                        "No objective was breached.",
                        List.of(
                                Column.right("#"),
                                Column.left("phase"),
                                Column.right("load"),
                                Column.right("opened after"),
                                Column.right("length"),
                                Column.left("objective"),
                                Column.right("worst"),
                                Column.left("when it last got worse or closed"),
                                Column.left("correlated signals"),
                                Column.left("requests that show it")),
                        model.runs().stream()
                                .flatMap(run -> breaches(run, numbers))
                                .toList()),
                new OutcomeTable(model).block(),
                Block.muted(
                        "\"Moved with\" lists signals that left the range that they had before the breach (docs/how-to/explain-a-breach.md); it does not"
                                + " show what caused it."));
    }

    private static Block table(String none, List<Column> columns, List<List<Cell>> rows) {
        return rows.isEmpty() ? Block.plain(none) : SparseTable.of(columns, rows);
    }

    private static Stream<List<Cell>> breaches(RunReport run, BreachNumbers numbers) {
        return run.breaches().stream().map(breach -> breach(run, breach, numbers));
    }

    private static List<Cell> breach(RunReport run, BreachRow breach, BreachNumbers numbers) {
        return List.of(
                Cell.of(numbers.of(breach)),
                Cell.of(run.run().phase()),
                Cell.of(load(run, breach.step())),
                Cell.of(ValueText.duration(Duration.between(run.run().started(), breach.opened()))),
                length(breach),
                Cell.of(breach.objective() + rule(breach)),
                Cell.of(worst(run, breach)),
                Cell.of(breach.remarks().description()),
                Cell.of(moved(breach)),
                Cell.of(run.breachExamples().getOrDefault(breach.breach(), List.of()).stream()
                        .map(culprit -> culprit(run, breach, culprit))
                        .collect(Collectors.joining("; "))));
    }

    /** "0-1234 (due at 68.2 s, 2,100 ms)": its id in events and in the store. */
    private static String culprit(RunReport run, BreachRow breach, BreachExample culprit) {
        return culprit.request() + " (due at "
                + ValueText.duration(Duration.between(run.run().started(), culprit.due())) + ", "
                + what(breach, culprit)
                + ")";
    }

    /** Of an objective with more than one metric, the metric is named. */
    private static String what(BreachRow breach, BreachExample culprit) {
        if (culprit.outcome() != Outcome.OK || culprit.value().isEmpty()) {
            return OutcomeTable.description(culprit.outcome());
        }
        BreachExample.Value value = culprit.value().get();
        String metric = breach.metric().isPresent() ? "" : value.metric().label() + " ";
        return metric + ValueText.latency((double) value.nanos());
    }

    /** Its summary; of one without a summary, made of its signals. */
    private static String moved(BreachRow breach) {
        String summary = breach.remarks().correlationSummary();
        return summary.isEmpty() ? ofSignals(breach) : summary.replaceFirst("^Moved with it: ", "");
    }

    private static String ofSignals(BreachRow breach) {
        boolean server = breach.correlatedSignals().stream()
                .anyMatch(move -> CorrelatedSignal.byId(move.signal())
                        .filter(mover -> mover.side() == MovedSide.SERVER)
                        .isPresent());
        Stream<String> moves = breach.correlatedSignals().stream().map(PhaseFindings::movedSignals);
        return Stream.concat(moves, server ? Stream.empty() : Stream.of("no server signal moved"))
                .collect(Collectors.joining("; "));
    }

    private static String rule(BreachRow breach) {
        return breach.remarks().rule().isEmpty() ? "" : ", " + breach.remarks().rule();
    }

    /** Of a burn-rate rule a burn rate, else in the unit of the objective. */
    private static String worst(RunReport run, BreachRow breach) {
        if (!breach.remarks().rule().isEmpty()) {
            return ObjectiveFormat.burn(breach.worst());
        }
        ObjectiveKind kind = kind(run, breach);
        String bound = kind == ObjectiveKind.GOOD_RATIO ? "< " : "> ";
        return (breach.remarks().worstIsLowerBound() ? bound : "") + ObjectiveFormat.amount(kind, breach.worst());
    }

    private static ObjectiveKind kind(RunReport run, BreachRow breach) {
        if (breach.metric().isPresent()) {
            return ObjectiveKind.QUANTILE;
        }
        return run.slo().stream()
                .filter(slo -> slo.name().equals(breach.objective()))
                .map(SloRow::kind)
                .findFirst()
                .orElse(ObjectiveKind.UNKNOWN);
    }

    private static Cell length(BreachRow breach) {
        String length = ValueText.duration(
                Duration.between(breach.opened(), breach.closed().orElse(breach.updated())));
        if (breach.state() == BreachState.RETRACTED) {
            return new Cell("retracted", Tone.MUTED);
        }
        String open = breach.closed().isEmpty() ? ", still open" : "";
        String evidence = breach.evidence() == Finality.FINAL ? "" : ", provisional";
        String flapping = breach.remarks().flapping() ? ", flapping" : "";
        return new Cell(length + open + flapping + evidence, evidence.isEmpty() ? Tone.PLAIN : Tone.DOUBT);
    }

    private static String load(RunReport run, int number) {
        return run.steps().stream()
                .filter(step -> step.step() == number)
                .map(step -> ValueText.load(step.loadKind(), step.load()))
                .findFirst()
                .orElse("");
    }
}
