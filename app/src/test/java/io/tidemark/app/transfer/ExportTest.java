package io.tidemark.app.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tidemark.app.cli.exit.ExitCode;
import io.tidemark.sinks.store.read.ResultReader;
import io.tidemark.sinks.store.read.RunFilter;
import io.tidemark.sinks.store.read.run.RunRow;
import io.tidemark.sinks.store.sqlite.SqliteStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.avro.file.DataFileReader;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericRecord;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What goes out is what came in: two requests of the scenarios' CSV, one of them failed. */
final class ExportTest {
    static final String CSV = """
        run_id,qid,prefill_tokens,max_new_tokens,ttft_ms,latency_ms,prompt_tokens,completion_tokens,actual_prefill_tokens,error,timestamp
        smoke-cc8-pref256-max128-20260301_100000,0,256,128,120.0,1390.0,256,128,256,,2026-03-01T10:00:00.000000
        smoke-cc8-pref256-max128-20260301_100000,1,256,128,-1.0,30000.0,0,0,0,ReadTimeout,2026-03-01T10:00:01.000000
        """;

    @TempDir
    private Path home;

    @BeforeEach
    void importOne() throws IOException {
        Path file = Files.writeString(home.resolve("smoke.csv"), CSV);
        assertThat(CommandOutput.run(home, "runs", "import", file.toString(), "--experiment", "e", "--phase", "smoke")
                        .code())
                .isZero();
    }

    private List<Path> exported(String format) throws IOException {
        Path out = home.resolve(format);
        CommandOutput said = CommandOutput.run(
                home, "runs", "export", "--experiment", "e", "--format", format, "--out", out.toString());
        assertThat(said.code()).as(said.text()).isZero();
        try (Stream<Path> files = Files.list(out)) {
            return files.sorted().toList();
        }
    }

    @Test
    void theScenariosCsvComesBack() throws IOException {
        List<String> lines = Files.readAllLines(exported("csv").get(0));
        assertThat(lines.get(0)).isEqualTo(CSV.lines().findFirst().orElseThrow());
        assertThat(lines.get(1))
                .isEqualTo(
                        "smoke-cc8-pref256-max128-20260301_100000,0,256,128,120.000,1390.000,256,128,256,,2026-03-01T10:00:00.000000");
        assertThat(lines.get(2)).contains(",1,256,128,-1.0,-1.0,0,0,0,ReadTimeout,2026-03-01T10:00:01.000000");
    }

    @Test
    void theSummaryHasTheScenariosColumns() throws IOException {
        List<Path> files = exported("summary");
        assertThat(Files.readAllLines(files.get(0)).get(1))
                .isEqualTo("smoke-cc8-pref256-max128-20260301_100000,smoke,8,256,128,2,1,1,50.00%,120.00,120.00,120.00,"
                        + "1390.00,1390.00,1390.00,92.09,92.09,256.0,128.0,ReadTimeout(1)");
        assertThat(Files.readString(files.get(1)))
                .contains("| 8 | 256 | 128 | 50.0% | 120/120/120 | 1390/1390/1390 | 92.1/92.1 |")
                .contains("- CC=8: 1 failed - ReadTimeout(1)");
    }

    /** Two loads of one run, of which only figures are known. */
    private Path rates() throws IOException {
        String one = """
            {"date": "20250414-165401", "model_id": "m", "num_prompts": 1200, "request_rate": 10.0, "duration": 125.0, "completed": 1200,
             "failed": 0, "total_output_tokens": 120000, "median_ttft_ms": 51.4, "p99_ttft_ms": 123.0}
            """;
        return Files.writeString(home.resolve("rates.json"), one + one.replace("10.0", "\"inf\""));
    }

    private List<String> reimported(List<Path> files) {
        Path other = home.resolve("other.db");
        List<String> arguments =
                new ArrayList<>(List.of("runs", "import", "--store", other.toString(), "--phase", "again"));
        files.forEach(file -> arguments.add(file.toString()));
        CommandOutput said = CommandOutput.run(home, arguments.toArray(String[]::new));
        assertThat(said.code()).as(said.text()).isZero();
        return said.text().lines().filter(line -> !line.contains("  lacks ")).toList();
    }

    @Test
    void whatIsNotKnownIsNotExportedAndWhatHasNoColumnIs() throws IOException {
        String figures = "\"completed\": 300, \"p99_ttft_ms\": 600.0, \"std_ttft_ms\": 20.5, \"request_goodput\": 1.5}";
        Path noLoad = Files.writeString(home.resolve("no-load.json"), "{\"date\": \"20260301-100000\", " + figures);
        Path capped = Files.writeString(
                home.resolve("capped.json"),
                "{\"date\": \"20260301-110000\", \"request_rate\": 10.0, \"max_concurrency\": 64, " + figures);
        CommandOutput.run(home, "runs", "import", noLoad.toString(), "--experiment", "f", "--phase", "no load");
        CommandOutput.run(home, "runs", "import", capped.toString(), "--experiment", "f", "--phase", "capped");
        Path out = home.resolve("out");
        CommandOutput.run(home, "runs", "export", "--experiment", "f", "--format", "vllm", "--out", out.toString());
        ObjectMapper mapper = new ObjectMapper();
        try (Stream<Path> files = Files.list(out)) {
            List<Path> sorted = files.sorted().toList();
            JsonNode withCap = mapper.readTree(sorted.get(0).toFile());
            assertThat(withCap.path("max_concurrency").asInt()).isEqualTo(64);
            assertThat(withCap.path("std_ttft_ms").asDouble()).isEqualTo(20.5);
            assertThat(withCap.path("request_goodput").asDouble()).isEqualTo(1.5);
            assertThat(mapper.readTree(sorted.get(1).toFile()).fieldNames())
                    .toIterable()
                    .doesNotContain("request_rate", "duration", "total_output_tokens", "output_throughput");
        }
    }

    @Test
    void theLoadsOfARunComeBackAsOneRunFromVllmsJson() throws IOException {
        CommandOutput.run(home, "runs", "import", rates().toString(), "--experiment", "e", "--phase", "rates");
        Path out = home.resolve("out");
        CommandOutput.run(
                home,
                "runs",
                "export",
                "--experiment",
                "e",
                "--phase",
                "rates",
                "--format",
                "vllm",
                "--out",
                out.toString());
        try (Stream<Path> files = Files.list(out)) {
            assertThat(reimported(files.toList())).anyMatch(line -> line.endsWith("loads   all at once, 10 req/s"));
        }
    }

    @Test
    void stepsWithoutRequestsAreNamedFromOne() throws IOException {
        CommandOutput.run(home, "runs", "import", rates().toString(), "--experiment", "r", "--phase", "rates");
        CommandOutput said = CommandOutput.run(
                home,
                "runs",
                "export",
                "--experiment",
                "r",
                "--format",
                "csv",
                "--out",
                home.resolve("out").toString());
        assertThat(said.text())
                .containsPattern("run \\S+ step 1\\b")
                .containsPattern("run \\S+ step 2\\b")
                .doesNotContain("step 0", "step 3");
    }

    @Test
    void ratesAndDatesComeBackFromTheSummary() throws IOException {
        CommandOutput.run(home, "runs", "import", rates().toString(), "--experiment", "e", "--phase", "rates");
        Path out = home.resolve("out");
        CommandOutput.run(
                home,
                "runs",
                "export",
                "--experiment",
                "e",
                "--phase",
                "rates",
                "--format",
                "summary",
                "--out",
                out.toString());
        assertThat(Files.readString(out.resolve("summary.md")))
                .contains("## rates all at once", "## rates at 10.0 req/s");
        assertThat(reimported(List.of(out.resolve("summary.csv"))))
                .anyMatch(line -> line.endsWith("loads   all at once, 10 req/s"));
        try (ResultReader reader = SqliteStore.openReader(home.resolve("other.db"))) {
            assertThat(reader.runs(RunFilter.all()))
                    .singleElement()
                    .satisfies(run -> assertThat(run.started()).isEqualTo(Instant.parse("2025-04-14T16:51:56Z")));
        }
    }

    /** What the archive's {@code AvroToParquet}, which has a test of its own, makes Parquet of. */
    @Test
    void parquetHasARowPerRequestAndARowPerStepAndMetric() throws IOException {
        List<Path> files;
        try (ResultReader results = SqliteStore.openReader(home.resolve("store.db"));
                ParquetExport export = new ParquetExport(home, Files::copy)) {
            for (RunRow run : results.runs(RunFilter.all())) {
                for (ExportedStep step : ExportedStep.of(results, run)) {
                    export.add(step);
                }
            }
            files = export.finish();
        }
        assertThat(files).containsExactly(home.resolve("requests.parquet"), home.resolve("steps.parquet"));
        List<GenericRecord> requests = rows(files.get(0));
        assertThat(requests).extracting(row -> row.get("ttft_nanos")).containsExactly(120_000_000L, null);
        assertThat(requests).extracting(row -> row.get("e2e_nanos")).containsExactly(1_390_000_000L, null);
        assertThat(requests.get(0).get("due")).isEqualTo(1_772_359_200_000_000L);
        assertThat(requests.get(1).get("error")).hasToString("ReadTimeout");
        assertThat(requests).extracting(row -> row.get("step")).containsExactly(1, 1);
        assertThat(rows(files.get(1)))
                .filteredOn(row -> row.get("metric").toString().equals("ttft"))
                .singleElement()
                .satisfies(row -> {
                    assertThat(row.get("p99_nanos")).isEqualTo(120_000_000L);
                    assertThat(row.get("count")).isEqualTo(1L);
                    assertThat(row.get("step")).isEqualTo(1);
                    assertThat(row.get("load")).isEqualTo(8.0);
                    assertThat(row.get("phase")).hasToString("smoke");
                });
        try (Stream<Path> left = Files.list(home)) {
            assertThat(left.map(Path::toString)).noneMatch(file -> file.endsWith(".avro"));
        }
    }

    @Test
    void withoutTheArchiveParquetSaysWhatToInstall() {
        CommandOutput said = CommandOutput.run(home, "runs", "export", "--experiment", "e", "--format", "parquet");
        assertThat(said.code()).isEqualTo(ExitCode.INFRASTRUCTURE.code());
        assertThat(said.text()).contains("the archive's libraries, which are not installed");
    }

    @Test
    void theArchiveLiesBesideTheProgramAndInACheckoutInItsModule() throws IOException {
        Path installed = jar("opt/lib/archive/tidemark-archive.jar");
        Path built = jar("checkout/sinks/archive/target/tidemark/lib/archive/tidemark-archive.jar");
        Path unchecked = jar("checkout/sinks/archive/target/unchecked/tidemark/lib/archive/tidemark-archive.jar");
        assertThat(ArchiveConverter.jar(home.resolve("opt/lib/tidemark-app.jar")))
                .contains(installed);
        assertThat(ArchiveConverter.jar(home.resolve("checkout/app/target/tidemark/lib/tidemark-app.jar")))
                .contains(built);
        assertThat(ArchiveConverter.jar(home.resolve("checkout/app/target/unchecked/tidemark/lib/tidemark-app.jar")))
                .contains(unchecked);
        assertThat(ArchiveConverter.jar(home.resolve("elsewhere/lib/tidemark-app.jar")))
                .isEmpty();
    }

    private Path jar(String path) throws IOException {
        Path jar = home.resolve(path);
        Files.createDirectories(jar.resolveSibling(""));
        return Files.createFile(jar);
    }

    private static List<GenericRecord> rows(Path file) throws IOException {
        try (DataFileReader<GenericRecord> rows = new DataFileReader<>(file.toFile(), new GenericDatumReader<>())) {
            List<GenericRecord> all = new ArrayList<>();
            rows.forEach(all::add);
            return all;
        }
    }

    @Test
    void vllmsJsonHasTheRequestsAndNoTexts() throws IOException {
        JsonNode json = new ObjectMapper().readTree(exported("vllm").get(0).toFile());
        assertThat(json.path("max_concurrency").intValue()).isEqualTo(8);
        assertThat(json.path("request_rate").textValue()).isEqualTo("inf");
        assertThat(json.path("tidemark_step").textValue()).isEqualTo("1");
        assertThat(json.path("completed").intValue()).isEqualTo(1);
        assertThat(json.path("failed").intValue()).isEqualTo(1);
        assertThat(json.path("ttfts").toString()).isEqualTo("[0.12,0.0]");
        assertThat(json.path("median_ttft_ms").doubleValue()).isEqualTo(120.0);
        assertThat(json.has("generated_texts")).isFalse();
    }

    @Test
    void whatIsExportedAsVllmsJsonCanBeImportedAgain() throws IOException {
        Path out = exported("vllm").get(0);
        Path second = home.resolve("second");
        CommandOutput said = CommandOutput.run(second, "runs", "import", out.toString());
        assertThat(said.code()).as(said.text()).isZero();
        assertThat(said.text()).contains("8 concurrent");
    }

    /** Of a detailed result: its duration, its peak in flight and the texts of its errors are what it says, not what its requests come to. */
    @Test
    void vllmsDurationPeakAndErrorsComeBackAsTheyWere() throws IOException {
        Path file = Files.writeString(home.resolve("detailed.json"), """
            {"date": "20260301-100000", "backend": "openai", "model_id": "m", "num_prompts": 3, "request_rate": "inf", "max_concurrency": 2,
             "duration": 3.25, "completed": 2, "failed": 1, "total_input_tokens": 20, "total_output_tokens": 4,
             "request_throughput": 0.6153846153846154, "max_concurrent_requests": 2,
             "input_lens": [10, 10, 10], "output_lens": [2, 2, 0], "ttfts": [0.1, 0.1, 0.0], "itls": [[0.5], [0.5], []],
             "start_times": [5.0, 5.7, 5.8],
             "errors": ["", "", "Traceback (most recent call last):\\n  File \\"/x.py\\", line 1\\naiohttp.ServerTimeoutError: Timeout on reading"]}
            """);
        CommandOutput.run(home, "runs", "import", file.toString(), "--experiment", "d", "--phase", "vllm");
        Path out = home.resolve("detailed");
        CommandOutput.run(home, "runs", "export", "--experiment", "d", "--format", "vllm", "--out", out.toString());

        JsonNode json;
        try (Stream<Path> files = Files.list(out)) {
            json = new ObjectMapper().readTree(files.findFirst().orElseThrow().toFile());
        }
        assertThat(json.path("duration").doubleValue()).isEqualTo(3.25);
        assertThat(json.path("request_throughput").doubleValue()).isEqualTo(2 / 3.25);
        assertThat(json.path("max_concurrent_requests").intValue()).isEqualTo(2);
        assertThat(json.path("errors").toString())
                .isEqualTo("[\"\",\"\",\"aiohttp.ServerTimeoutError: Timeout on reading\"]");
    }

    @Test
    void nothingToExportIsAnError() {
        assertThat(CommandOutput.run(home, "runs", "export").text()).contains("name run ids, or an --experiment");
        assertThat(CommandOutput.run(home, "runs", "export", "--experiment", "x")
                        .text())
                .contains("the store holds no run of experiment \"x\"");
        assertThat(CommandOutput.run(home, "runs", "export", "--experiment", "e", "--format", "xls")
                        .text())
                .contains("--format must be one of [csv, summary, parquet, vllm] but was \"xls\"");
    }
}
