package io.tidemark.app.bench;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidemark.app.Surroundings;
import io.tidemark.app.run.RunHooks;
import io.tidemark.app.run.RunRequest;
import io.tidemark.app.run.RunResult;
import io.tidemark.app.run.RunSession;
import io.tidemark.app.run.TargetCheck;
import io.tidemark.app.stack.Backend;
import io.tidemark.producer.scrape.TargetProbe;
import io.tidemark.producer.vllm.BenchReport;
import io.tidemark.producer.vllm.ResultJson;
import io.tidemark.producer.vllm.Speculation;
import io.tidemark.producer.vllm.SummaryBlock;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** One benchmark: a run like any other, watched request by request, and what vLLM would say of it. */
public final class Bench {
    private final Surroundings surroundings;
    private final BenchFlags flags;
    private final BenchOutput output;

    /** @param surroundings whose standard output is not written to */
    public Bench(Surroundings surroundings, BenchFlags flags, BenchOutput output) {
        this.surroundings = surroundings;
        this.flags = flags;
        this.output = output;
    }

    /**
     * What came of it.
     *
     * @param block vLLM's summary, line by line
     * @param json the whole result without the details of requests
     * @param file where it was written
     */
    public record Done(RunResult result, BenchReport report, List<String> block, String json, Optional<Path> file) {
        public Done {
            block = List.copyOf(block);
        }
    }

    /** Runs and writes the result file, if one is asked for. */
    public Done execute(RunRequest request, TargetProbe.Probed probed, Backend backend) throws InterruptedException {
        BenchRecorder recorder = new BenchRecorder(
                flags.measuredStep(),
                output.saving().detailed() && output.saving().isAsked());
        SpeculationProbe speculation =
                new SpeculationProbe(new TargetCheck(surroundings.environment()).http(request.plan()));
        Optional<URI> page = probed.target().scrapeUrls().stream().findFirst();
        Optional<Speculation.Counters> before = page.isEmpty() ? Optional.empty() : speculation.read(page.get());
        RunResult result = new RunSession(surroundings, backend).execute(request, probed, RunHooks.watching(recorder));
        Optional<Speculation.Counters> after = before.isEmpty() ? before : speculation.read(page.orElseThrow());
        Optional<Speculation> speculated = before.flatMap(from -> after.flatMap(to -> Speculation.between(from, to)));
        BenchRecord record = recorder.record();
        BenchReport report = new BenchReports(flags, output, BenchClocks.now(surroundings))
                .of(record, probed.target().model(), speculated);
        return done(result, record, report);
    }

    private Done done(RunResult result, BenchRecord record, BenchReport report) {
        ObjectNode ours = TidemarkKey.of(result, record, output);
        ObjectNode summary = ResultJson.of(report, ResultJson.Detail.SUMMARY);
        summary.set("tidemark", ours);
        Optional<Path> file = Optional.empty();
        if (output.saving().isAsked()) {
            ObjectNode saved = ResultJson.of(
                    report, output.saving().detailed() ? ResultJson.Detail.DETAILED : ResultJson.Detail.SUMMARY);
            saved.set("tidemark", ours);
            file = Optional.of(
                    ResultFile.write(saved, output.saving(), report.setup().fileName()));
        }
        return new Done(result, report, SummaryBlock.of(report), ResultFile.text(summary), file);
    }
}
