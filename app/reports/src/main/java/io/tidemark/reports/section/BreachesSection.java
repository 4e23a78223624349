package io.tidemark.reports.section;

import io.tidemark.analysis.signal.CorrelatedSignal;
import io.tidemark.events.BreachState;
import io.tidemark.events.Finality;
import io.tidemark.events.MovedSide;
import io.tidemark.events.ObjectiveKind;
import io.tidemark.events.Outcome;
import io.tidemark.reports.document.Block;
import io.tidemark.reports.document.Cell;
import io.tidemark.reports.document.Columns;
import io.tidemark.reports.document.Tone;
import io.tidemark.reports.format.ObjectiveFormat;
import io.tidemark.reports.model.BreachNumbers;
import io.tidemark.reports.model.ReportModel;
import io.tidemark.reports.model.RunReport;
import io.tidemark.reports.model.RunStep;
import io.tidemark.reports.model.StepDetail;
import io.tidemark.reports.model.StepReport;
import io.tidemark.reports.requests.BreachExample;
import io.tidemark.schemas.ValueText;
import io.tidemark.sinks.store.read.BreachRow;
import io.tidemark.sinks.store.read.run.SloRow;
import io.tidemark.sinks.store.read.step.ErrorRow;
import io.tidemark.sinks.store.read.step.RequestTotalsRow;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Section 7: breaches and errors, each with its time, its size, and what moved with it. */
public final class BreachesSection {
    private BreachesSection() {}

    private record RunBreach(RunReport run, BreachRow breach) {}

    public static List<Block> blocks(ReportModel model) {
        BreachNumbers numbers = new BreachNumbers(model);
        Block.Table table = new Columns<RunBreach>()
                .right("#", row -> numbers.of(row.breach()))
                .left("phase", row -> row.run().phase())
                .right("load", row -> load(row.run(), row.breach().step()))
                .right(
                        "opened after",
                        row -> ValueText.duration(Duration.between(
                                row.run().run().started(), row.breach().opened())))
                .rightCell("length", row -> length(row.breach()))
                .left("objective", row -> row.breach().objective() + rule(row.breach()))
                .right("worst", row -> worst(row.run(), row.breach()))
                .left(
                        "when it last got worse or closed",
                        row -> row.breach().remarks().description())
                .left("correlated signals", row -> moved(row.breach()))
                .left("requests that show it", BreachesSection::examples)
                .table(model.runs().stream()
                        .flatMap(run -> run.breaches().stream().map(breach -> new RunBreach(run, breach)))
                        .toList());
        return List.of(
                table.rows().isEmpty() ? Block.plain("No objective was breached.") : table.sparse(),
                OutcomeTable.block(model),
                Block.muted(
                        "\"Moved with\" lists signals that left the range that they had before the breach (docs/how-to/explain-a-breach.md); it does not"
                                + " show what caused it."));
    }

    private static String examples(RunBreach row) {
        return row.run().breachExamples().getOrDefault(row.breach().breach(), List.of()).stream()
                .map(example -> example(row.run(), row.breach(), example))
                .collect(Collectors.joining("; "));
    }

    /** "0-1234 (due at 68.2 s, 2,100 ms)": its id in events and in the store. */
    private static String example(RunReport run, BreachRow breach, BreachExample example) {
        return example.request() + " (due at "
                + ValueText.duration(Duration.between(run.run().started(), example.due())) + ", "
                + what(breach, example)
                + ")";
    }

    /** Of an objective with more than one metric, the metric is named. */
    private static String what(BreachRow breach, BreachExample example) {
        if (example.outcome() != Outcome.OK || example.value().isEmpty()) {
            return OutcomeTable.description(example.outcome());
        }
        BreachExample.Value value = example.value().get();
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
                .map(StepReport::loadText)
                .findFirst()
                .orElse("");
    }

    /** What became of every request that was due in the measured part of a step; tries beyond the first are counted apart. */
    private static final class OutcomeTable {
        private static final int SHOWN_FAILURES = 3;

        private record Count(RunStep step, Outcome outcome, long requests) {
            boolean isOk() {
                return outcome == Outcome.OK;
            }

            StepDetail detail() {
                return step.step().detail();
            }
        }

        private static final Columns<Count> COLUMNS = new Columns<Count>()
                .left("phase", row -> row.step().phase())
                .right("load", row -> row.step().loadText())
                .leftCell(
                        "outcome of the request",
                        row -> new Cell(description(row.outcome()), row.isOk() ? Tone.PLAIN : Tone.DOUBT))
                .right("requests", row -> ValueText.count(row.requests()))
                .right(
                        "of due",
                        row -> ValueText.percent((double) row.requests()
                                / row.step().result().counts().due()))
                .left(
                        "retried, counted separately",
                        row -> row.isOk() ? tries(row.detail().facts()) : "")
                .left("how it failed", row -> failures(row.detail().facts(), row.outcome()))
                .left(
                        "for example",
                        row -> String.join(
                                ", ", row.detail().requests().examples().getOrDefault(row.outcome(), List.of())));

        private OutcomeTable() {}

        static Block block(ReportModel model) {
            boolean allOk = model.steps()
                    .map(RunStep::step)
                    .allMatch(
                            step -> step.failed() == 0 && step.detail().facts().retries() == 0);
            if (allOk) {
                boolean imported = model.runs().stream().anyMatch(run -> run.isImported());
                return Block.plain(
                        imported ? "No known request failed." : "Every request was ok at the first attempt.");
            }
            return COLUMNS.table(model.steps().flatMap(OutcomeTable::counts).toList())
                    .sparse();
        }

        private static Stream<Count> counts(RunStep step) {
            return step.result().counts().outcomes().entrySet().stream()
                    .filter(entry -> entry.getValue() > 0)
                    .sorted(Map.Entry.comparingByKey())
                    .map(entry -> new Count(step, entry.getKey(), entry.getValue()));
        }

        /** "32 x HTTP 400 BadRequestError: Input prompt is too big", the most frequent ones. */
        private static String failures(RequestTotalsRow facts, Outcome outcome) {
            return facts.errors().stream()
                    .filter(error -> error.outcome() == outcome)
                    .limit(SHOWN_FAILURES)
                    .map(OutcomeTable::failure)
                    .collect(Collectors.joining("; "));
        }

        private static String failure(ErrorRow error) {
            List<String> words = new ArrayList<>();
            error.httpStatus().ifPresent(status -> words.add("HTTP " + status));
            error.type().ifPresent(words::add);
            error.code().filter(code -> !isStatus(error, code)).ifPresent(words::add);
            String name = words.isEmpty() ? "not stated" : String.join(" ", words);
            return ValueText.count(error.requests()) + " x " + name
                    + error.text().map(text -> ": " + text).orElse("");
        }

        /** vLLM gives the status again as the error's code. */
        private static boolean isStatus(ErrorRow error, String code) {
            return error.httpStatus().isPresent()
                    && code.equals(Integer.toString(error.httpStatus().getAsInt()));
        }

        private static String tries(RequestTotalsRow facts) {
            return facts.retries() == 0
                    ? ""
                    : ValueText.count(facts.retried()) + " requests, " + ValueText.count(facts.retries())
                            + " tries more";
        }

        static String description(Outcome outcome) {
            return outcome.name().toLowerCase(Locale.ROOT).replace('_', ' ');
        }
    }
}
