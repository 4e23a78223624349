package io.tidemark.importers.table;

import io.tidemark.events.Verdict;
import io.tidemark.importers.file.CsvReader;
import io.tidemark.importers.file.CsvRow;
import io.tidemark.importers.file.FileTimeUnit;
import io.tidemark.importers.file.InvalidFileException;
import io.tidemark.importers.file.SourceFile;
import io.tidemark.importers.result.ImportFormat;
import io.tidemark.importers.result.ImportedLoad;
import io.tidemark.importers.result.MeasuredRequest;
import io.tidemark.importers.result.MeasuredRequest.Completion;
import io.tidemark.importers.result.MeasuredRequest.Timing;
import io.tidemark.importers.result.MeasuredRequest.Tokens;
import io.tidemark.importers.result.Measurement;
import io.tidemark.importers.result.Measurement.BenchmarkTool;
import io.tidemark.importers.result.Measurement.MeasuredTarget;
import io.tidemark.importers.result.Measurement.ResultContext;
import io.tidemark.importers.result.Measurement.ResultRemarks;
import io.tidemark.importers.result.Measurement.ResultSource;
import io.tidemark.importers.result.RequestCounts;
import io.tidemark.importers.result.TimeSpan;
import io.tidemark.importers.vllm.VllmDateParser;
import io.tidemark.schemas.Sha256;
import io.tidemark.schemas.sketch.LogHistogram;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;

/** The vllm-bench scenarios' CSV: a row per request; rows of several runs may follow each other. */
public final class ScenarioCsvReader {
    private static final Map<String, String> DEFINITIONS = Map.of(
            "ttft",
            "until the first message that is JSON: one with a role alone counts",
            "e2e",
            "until the end of the answer");

    private ScenarioCsvReader() {}

    public static List<Measurement> read(SourceFile file, String text) {
        Map<String, List<CsvRow>> byRun = new LinkedHashMap<>();
        for (CsvRow row : CsvReader.rows(file.name(), text)) {
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
        Optional<ScenarioRunId> name = ScenarioRunId.read(run);
        boolean dated = rows.stream().allMatch(row -> row.text("timestamp").isPresent());
        List<String> lacks = new ArrayList<>(List.of(
                "no due times: ttft_due, e2e_due and queue_time are unknown",
                "no gaps between chunks: itl is unknown"));
        if (!dated) {
            lacks.add("no date: the file's last change stands for it");
        }
        return new Measurement(
                new ResultSource(
                        file.name(),
                        run.equals(file.name()) ? "" : run,
                        Sha256.hex(rows.stream()
                                .map(row -> row.values().toString())
                                .toList()
                                .toString())),
                new BenchmarkTool(ImportFormat.SCENARIO, "vllm-bench scenarios", "", DEFINITIONS),
                MeasuredTarget.of(""),
                setting(name),
                name.map(ScenarioRunId::load).orElse(ImportedLoad.UNKNOWN),
                TimeSpan.of(requests, dated),
                RequestCounts.of(requests),
                Map.of(),
                requests,
                new ResultRemarks(lacks, Map.of(), List.of(), Verdict.UNKNOWN));
    }

    static ResultContext setting(Optional<ScenarioRunId> name) {
        return name.map(known -> new ResultContext(
                        Optional.empty(),
                        Map.of(),
                        Map.of("scenario", known.scenario()),
                        known.workload(),
                        OptionalInt.empty()))
                .orElse(ResultContext.NONE);
    }

    private static MeasuredRequest request(SourceFile file, CsvRow row) {
        Completion ending = row.text("error").map(Completion::failed).orElse(Completion.OK);
        Instant sent = row.text("timestamp")
                .map(text -> VllmDateParser.read(text.replaceFirst("Z$|\\+00:00$", ""))
                        .orElseThrow(() -> row.invalid("timestamp", "must be a time in ISO 8601")))
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
            throw new InvalidFileException(row.place() + " latency_ms must be there for a request without an error");
        }
        if (ttft.isPresent() && ttft.getAsLong() > latency.getAsLong()) {
            throw row.invalid(
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
        return OptionalLong.of(FileTimeUnit.MILLIS.nanos(row.amount(name).orElseThrow()));
    }

    /** 0 says that the server did not count. */
    private static OptionalInt tokens(CsvRow row, String name) {
        OptionalLong count = row.count(name);
        return count.isEmpty() || count.getAsLong() == 0
                ? OptionalInt.empty()
                : OptionalInt.of((int) Math.min(count.getAsLong(), Integer.MAX_VALUE));
    }
}
