package io.tidemark.reports.tune.document;

import io.tidemark.analysis.sweep.MeasuredPhase;
import io.tidemark.reports.format.CsvFormat;
import io.tidemark.reports.tune.TrialFacts;
import io.tidemark.reports.tune.TuneReport;
import io.tidemark.reports.tune.TuneStart;
import io.tidemark.sinks.store.read.tune.TrialRow;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;

/** A tune as CSV (RFC 4180): a row for each start, a column {@code flag.NAME} for each flag that differs. Seconds, and loads per second. */
public final class TuneCsv {
    private TuneCsv() {}

    public static String of(TuneReport report) {
        List<String> flags = report.flags().names();
        List<String> header = new ArrayList<>(List.of("start", "block", "purpose", "configuration", "load"));
        flags.forEach(flag -> header.add("flag." + flag));
        header.addAll(List.of(
                "status",
                "failure",
                "began",
                "ended",
                "startup_seconds",
                "first_request_seconds",
                "held_up_to",
                "fails_from",
                report.goal().name().toLowerCase(Locale.ROOT),
                "version",
                "kv_capacity_tokens",
                "runs",
                "command",
                "description"));
        StringBuilder text = new StringBuilder(CsvFormat.line(header));
        report.starts().forEach(start -> text.append(CsvFormat.line(row(report, start, flags))));
        return text.toString();
    }

    private static List<String> row(TuneReport report, TuneStart start, List<String> flags) {
        TrialRow trial = start.trial();
        List<String> row = new ArrayList<>(List.of(
                Integer.toString(trial.number()),
                Integer.toString(trial.block()),
                trial.purpose(),
                trial.phase(),
                trial.facts().getOrDefault(TrialFacts.LOAD, "")));
        flags.forEach(flag -> row.add(trial.flags().getOrDefault(flag, MeasuredPhase.DEFAULT)));
        row.addAll(List.of(
                trial.status().name(),
                trial.failure(),
                trial.started().toString(),
                trial.ended().map(Object::toString).orElse(""),
                number(trial.startupSeconds()),
                number(trial.firstRequestSeconds()),
                number(trial.heldUpTo()),
                number(trial.failsFrom()),
                number(report.value(start)),
                StartFacts.version(start),
                trial.facts().getOrDefault(TrialFacts.KV_CAPACITY_TOKENS, ""),
                String.join(" ", trial.runs()),
                trial.command(),
                trial.description()));
        return row;
    }

    private static String number(OptionalDouble value) {
        return value.isPresent() ? Double.toString(value.getAsDouble()) : "";
    }
}
