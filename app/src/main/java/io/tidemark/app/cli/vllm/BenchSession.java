package io.tidemark.app.cli.vllm;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidemark.app.cli.progress.ProgressOutput;
import io.tidemark.app.cli.terminal.CommandContext;
import io.tidemark.app.cli.vllm.BenchRecorder.BenchRecord;
import io.tidemark.app.cli.vllm.BenchResultOptions.BenchOutput;
import io.tidemark.app.delivery.RunBackend;
import io.tidemark.app.run.HttpServerEnvironment;
import io.tidemark.app.run.RunObservers;
import io.tidemark.app.run.RunRequest;
import io.tidemark.app.run.RunResult;
import io.tidemark.app.run.RunService;
import io.tidemark.app.run.TargetCheck;
import io.tidemark.importers.vllm.bench.BenchReport;
import io.tidemark.importers.vllm.bench.ResultJsonWriter;
import io.tidemark.importers.vllm.bench.SpeculationStats;
import io.tidemark.importers.vllm.bench.SpeculationStatsPage;
import io.tidemark.importers.vllm.bench.SummaryWriter;
import io.tidemark.producer.run.RunListener;
import io.tidemark.producer.runtime.RunTargets;
import io.tidemark.reports.failure.UnavailableException;
import io.tidemark.schemas.net.HttpQuery;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** One benchmark: a run like any other, watched request by request, and what vLLM would say of it. */
final class BenchSession {
    private static final Duration PAGE_TIMEOUT = Duration.ofSeconds(5);

    private final CommandContext context;
    private final BenchFlags flags;
    private final BenchOutput output;

    /** @param context whose standard output is not written to */
    BenchSession(CommandContext context, BenchFlags flags, BenchOutput output) {
        this.context = context;
        this.flags = flags;
        this.output = output;
    }

    /**
     * What came of it.
     *
     * @param json the whole result without the details of requests
     * @param file where it was written
     */
    record BenchResult(RunResult result, BenchReport report, String json, Optional<Path> file) {}

    /**
     * Where its events go, and who gets the summary.
     *
     * @param block takes vLLM's summary when the last request has ended, before its events are published
     */
    record Measured(RunBackend backend, Consumer<List<String>> block) {}

    /** Runs and writes the result file, if one is asked for. */
    BenchResult execute(RunRequest request, RunTargets probed, Measured measured) throws InterruptedException {
        BenchRecorder recorder = new BenchRecorder(
                flags.measuredStep(),
                output.saving().detailed() && output.saving().isAsked());
        HttpClient http = new TargetCheck(context.environment()).http(request.plan());
        Optional<URI> page = probed.first().scrapeUrls().stream().findFirst();
        Optional<SpeculationStats.Counters> before = page.isEmpty() ? Optional.empty() : speculation(http, page.get());
        LoadEnd end = new LoadEnd(recorder, record -> {
            Optional<SpeculationStats.Counters> after =
                    before.isEmpty() ? before : speculation(http, page.orElseThrow());
            BenchReport report = new BenchReportBuilder(flags, output, BenchReportBuilder.BenchTimestamps.now(context))
                    .of(
                            record,
                            probed.first().model(),
                            before.flatMap(from -> after.flatMap(to -> SpeculationStats.between(from, to))));
            measured.block().accept(SummaryWriter.of(report));
            return report;
        });
        RunResult result = new RunService(context, measured.backend(), ProgressOutput.brief(context.terminal()))
                .run(
                        request,
                        new HttpServerEnvironment(context, request.plan(), probed),
                        new RunObservers(recorder, end));
        return done(result, recorder.record(), end.report());
    }

    /** Makes the report when the load is over; at the run's end where it was cut off before. */
    private static final class LoadEnd implements RunListener {
        private final BenchRecorder recorder;
        private final Reporting reporting;
        private Optional<BenchReport> made = Optional.empty();

        LoadEnd(BenchRecorder recorder, Reporting reporting) {
            this.recorder = recorder;
            this.reporting = reporting;
        }

        @Override
        public void loadEnded() throws InterruptedException {
            made = Optional.of(reporting.of(recorder.record()));
        }

        BenchReport report() throws InterruptedException {
            if (made.isEmpty()) {
                loadEnded();
            }
            return made.orElseThrow();
        }
    }

    @FunctionalInterface
    private interface Reporting {
        BenchReport of(BenchRecord record) throws InterruptedException;
    }

    private BenchResult done(RunResult result, BenchRecord record, BenchReport report) {
        ObjectNode ours = ResultExtension.of(result, record, output);
        ObjectNode summary = ResultJsonWriter.of(report, ResultJsonWriter.Detail.SUMMARY);
        summary.set("tidemark", ours);
        Optional<Path> file = Optional.empty();
        if (output.saving().isAsked()) {
            ObjectNode saved = ResultJsonWriter.of(
                    report,
                    output.saving().detailed() ? ResultJsonWriter.Detail.DETAILED : ResultJsonWriter.Detail.SUMMARY);
            saved.set("tidemark", ours);
            file = Optional.of(write(saved, output.saving(), report.setup().fileName()));
        }
        return new BenchResult(result, report, summary.toString(), file);
    }

    /**
     * Writes; what is there under that name is replaced unless it is to be appended to.
     *
     * @param usualName vLLM's pattern
     * @throws UnavailableException if the file cannot be written
     */
    private static Path write(ObjectNode json, BenchOutput.Saving saving, String usualName) {
        String name = saving.fileName().orElse(usualName);
        Path file = saving.folder().map(folder -> folder.resolve(name)).orElse(Path.of(name));
        try {
            if (file.toAbsolutePath().getParent() != null) {
                Files.createDirectories(file.toAbsolutePath().getParent());
            }
            return saving.append() ? append(json, file) : Files.writeString(file, json.toString());
        } catch (IOException e) {
            throw new UnavailableException("the result could not be written to " + file + ": " + e, e);
        }
    }

    private static Path append(ObjectNode json, Path file) throws IOException {
        boolean holdsSome = Files.exists(file) && Files.size(file) > 0;
        return Files.writeString(
                file, (holdsSome ? "\n" : "") + json, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    /** The counters of speculative decoding, as vLLM's client reads them before and after; empty when the page is not there or has none of them. */
    private static Optional<SpeculationStats.Counters> speculation(HttpClient http, URI page)
            throws InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(page).GET();
        try {
            HttpResponse<String> response = HttpQuery.send(http, request, PAGE_TIMEOUT);
            return response.statusCode() == 200 ? SpeculationStatsPage.read(response.body()) : Optional.empty();
        } catch (IOException e) {
            // A server without a metrics page has nothing to say about speculation; that it is away is reported by its
            // scraper.
            return Optional.empty();
        }
    }
}
