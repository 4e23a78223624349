package io.tidemark.reports.section;

import io.tidemark.events.Outcome;
import io.tidemark.reports.document.Block;
import io.tidemark.reports.document.Block.Column;
import io.tidemark.reports.document.Cell;
import io.tidemark.reports.document.Tone;
import io.tidemark.reports.format.SparseTable;
import io.tidemark.reports.model.ReportModel;
import io.tidemark.reports.model.RunReport;
import io.tidemark.reports.model.StepReport;
import io.tidemark.schemas.ValueText;
import io.tidemark.sinks.store.read.step.ErrorRow;
import io.tidemark.sinks.store.read.step.RequestTotalsRow;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What became of every request that was due in the measured part of a step; tries beyond the first are counted apart. */
final class OutcomeTable {
    private static final int SHOWN_FAILURES = 3;

    private final ReportModel model;

    OutcomeTable(ReportModel model) {
        this.model = model;
    }

    Block block() {
        boolean allOk = model.runs().stream()
                .flatMap(run -> run.steps().stream())
                .allMatch(step -> step.failed() == 0 && step.detail().facts().retries() == 0);
        if (allOk) {
            boolean imported =
                    model.runs().stream().anyMatch(run -> run.run().imported().isPresent());
            return Block.plain(imported ? "No known request failed." : "Every request was ok at the first attempt.");
        }
        return SparseTable.of(
                List.of(
                        Column.left("phase"),
                        Column.right("load"),
                        Column.left("outcome of the request"),
                        Column.right("requests"),
                        Column.right("of due"),
                        Column.left("retried, counted separately"),
                        Column.left("how it failed"),
                        Column.left("for example")),
                model.runs().stream()
                        .flatMap(run -> run.steps().stream().flatMap(step -> rows(run, step)))
                        .toList());
    }

    private static Stream<List<Cell>> rows(RunReport run, StepReport step) {
        return step.result().counts().outcomes().entrySet().stream()
                .filter(entry -> entry.getValue() > 0)
                .sorted(Map.Entry.comparingByKey())
                .map(entry -> row(run, step, entry));
    }

    private static List<Cell> row(RunReport run, StepReport step, Map.Entry<Outcome, Long> entry) {
        boolean ok = entry.getKey() == Outcome.OK;
        return List.of(
                Cell.of(run.run().phase()),
                Cell.of(ValueText.load(step.loadKind(), step.load())),
                new Cell(description(entry.getKey()), ok ? Tone.PLAIN : Tone.DOUBT),
                Cell.of(ValueText.count(entry.getValue())),
                Cell.of(ValueText.percent(
                        (double) entry.getValue() / step.result().counts().due())),
                Cell.of(ok ? tries(step.detail().facts()) : ""),
                Cell.of(failures(step.detail().facts(), entry.getKey())),
                Cell.of(String.join(
                        ", ", step.detail().requests().examples().getOrDefault(entry.getKey(), List.of()))));
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
                : ValueText.count(facts.retried()) + " requests, " + ValueText.count(facts.retries()) + " tries more";
    }

    static String description(Outcome outcome) {
        return outcome.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
