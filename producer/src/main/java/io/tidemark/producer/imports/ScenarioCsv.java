package io.tidemark.producer.imports;

import io.tidemark.events.Verdict;
import io.tidemark.producer.imports.MeasuredRequest.Ending;
import io.tidemark.producer.imports.MeasuredRequest.Timing;
import io.tidemark.producer.imports.MeasuredRequest.Tokens;
import io.tidemark.schemas.sketch.LogHistogram;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;

/** The vllm-bench scenarios' CSV: a row per request; rows of several runs may follow each other. */
final class ScenarioCsv {
    private static final Map<String, String> DEFINITIONS = Map.of(
            "ttft",
            "until the first message that is JSON: one with a role alone counts",
            "e2e",
            "until the end of the answer");

    private ScenarioCsv() {}

    static List<Measurement> read(SourceFile file, String text) {
        Map<String, List<CsvRow>> byRun = new LinkedHashMap<>();
        for (CsvRow row : Csv.rows(file.name(), text)) {
            String run = row.text("run_id").orElse(file.name());
            byRun.computeIfAbsent(run, id -> new ArrayList<>()).add(row);
        }
        List<Measurement> all = new ArrayList<>();
        byRun.forEach((run, rows) -> all.add(one(file, run, rows)));
        return all;
    }

    private static Measurement one(SourceFile file, String run, List<CsvRow> rows) {
        List<MeasuredRequest> requests =
                rows.stream().map(row -> request(file, row)).toList();
        Optional<ScenarioName> name = ScenarioName.read(run);
        boolean dated = rows.stream().allMatch(row -> row.text("timestamp").isPresent());
        List<String> lacks = new ArrayList<>(List.of(
                "no due times: ttft_due, e2e_due and queue_time are unknown",
                "no gaps between chunks: itl is unknown"));
        if (!dated) {
            lacks.add("no date: the file's last change stands for it");
        }
        Instant start = requests.stream()
                .map(MeasuredRequest::sent)
                .min(Comparator.naturalOrder())
                .orElseThrow();
        Instant end = requests.stream()
                .map(request ->
                        request.sent().plusNanos(request.timing().lastToken().orElse(0)))
                .max(Comparator.naturalOrder())
                .orElseThrow();
        return new Measurement(
                new SourcePart(
                        file.name(),
                        run.equals(file.name()) ? "" : run,
                        Hashes.hex(rows.stream()
                                .map(row -> row.values().toString())
                                .toList()
                                .toString())),
                new Tool(ImportFormat.SCENARIO, "vllm-bench scenarios", "", DEFINITIONS),
                Subject.of(""),
                setting(name),
                name.map(ScenarioName::load).orElse(OfferedLoad.UNKNOWN),
                new Span(start, end, dated),
                RequestTally.of(requests),
                Map.of(),
                requests,
                new Remarks(lacks, Map.of(), List.of(), Verdict.UNKNOWN));
    }

    static Setting setting(Optional<ScenarioName> name) {
        return name.map(known -> new Setting(
                        Optional.empty(),
                        Map.of(),
                        Map.of("scenario", known.scenario()),
                        known.workload(),
                        OptionalInt.empty()))
                .orElse(Setting.NONE);
    }

    private static MeasuredRequest request(SourceFile file, CsvRow row) {
        Ending ending = row.text("error").map(Ending::failed).orElse(Ending.OK);
        Instant sent = row.text("timestamp")
                .map(text -> VllmDate.read(text.replaceFirst("Z$|\\+00:00$", ""))
                        .orElseThrow(() -> row.bad("timestamp", "must be a time in ISO 8601")))
                .orElse(file.modified());
        return new MeasuredRequest(
                sent,
                OptionalLong.empty(),
                ending.isOk() ? timing(row) : Timing.NONE,
                new Tokens(tokens(row, "prompt_tokens"), tokens(row, "completion_tokens")),
                ending,
                Optional.empty());
    }

    private static Timing timing(CsvRow row) {
        OptionalLong ttft = time(row, "ttft_ms");
        OptionalLong latency = time(row, "latency_ms");
        if (latency.isEmpty()) {
            throw new BadFileException(row.place() + " latency_ms must be there for a request without an error");
        }
        if (ttft.isPresent() && ttft.getAsLong() > latency.getAsLong()) {
            throw row.bad(
                    "ttft_ms", "must be at most latency_ms, " + row.values().get("latency_ms") + ",");
        }
        return new Timing(ttft, latency, new LogHistogram());
    }

    /** -1 says that there was none. */
    private static OptionalLong time(CsvRow row, String name) {
        OptionalDouble millis = row.number(name);
        if (millis.isEmpty() || millis.getAsDouble() == -1) {
            return OptionalLong.empty();
        }
        return OptionalLong.of(Millis.nanos(row.amount(name).orElseThrow()));
    }

    /** 0 says that the server did not count. */
    private static OptionalInt tokens(CsvRow row, String name) {
        OptionalLong count = row.count(name);
        return count.isEmpty() || count.getAsLong() == 0
                ? OptionalInt.empty()
                : OptionalInt.of((int) Math.min(count.getAsLong(), Integer.MAX_VALUE));
    }
}
