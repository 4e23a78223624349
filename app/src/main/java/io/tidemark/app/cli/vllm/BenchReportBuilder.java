package io.tidemark.app.cli.vllm;

import io.tidemark.app.cli.terminal.CommandContext;
import io.tidemark.app.cli.vllm.BenchRecorder.BenchRecord;
import io.tidemark.app.cli.vllm.BenchResultOptions.BenchOutput;
import io.tidemark.importers.vllm.bench.BenchReport;
import io.tidemark.importers.vllm.bench.BenchRequest;
import io.tidemark.importers.vllm.bench.BenchSetup;
import io.tidemark.importers.vllm.bench.BenchmarkAggregates;
import io.tidemark.importers.vllm.bench.RampUpRateChanges;
import io.tidemark.importers.vllm.bench.SpeculationStats;
import io.tidemark.schemas.time.Clocks;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Optional;

/** Puts together what vLLM prints and saves. */
final class BenchReportBuilder {
    private final BenchFlags flags;
    private final BenchOutput output;
    private final BenchTimestamps clocks;

    BenchReportBuilder(BenchFlags flags, BenchOutput output, BenchTimestamps clocks) {
        this.flags = flags;
        this.output = output;
        this.clocks = clocks;
    }

    /** @param served the model that was asked for requests */
    BenchReport of(BenchRecord record, String served, Optional<SpeculationStats> speculation) {
        List<BenchRequest> requests =
                record.requests().stream().map(RecordedRequest::toVllmRequest).toList();
        BenchmarkAggregates.Parameters terms =
                new BenchmarkAggregates.Parameters(record.durationSeconds(), output.goodput(), output.peakRule());
        return new BenchReport(
                setup(served),
                output.selection(),
                output.goodput(),
                requests,
                BenchmarkAggregates.of(requests, terms),
                rateChanges(record),
                speculation);
    }

    private BenchSetup setup(String served) {
        BenchFlags.Traffic traffic = flags.traffic();
        String model = output.modelId().orElse(served);
        Optional<String> tokenizer =
                output.countsTokens() ? Optional.of(output.tokenizerId().orElse(model)) : Optional.empty();
        return new BenchSetup(
                clocks.date(),
                flags.server().backend().word(),
                output.label(),
                model,
                tokenizer,
                traffic.prompts(),
                output.metadata(),
                new BenchSetup.Traffic(
                        traffic.perSecond(), traffic.burstiness(), traffic.maxConcurrency(), traffic.rampUp()));
    }

    private List<BenchReport.RateChange> rateChanges(BenchRecord record) {
        List<RecordedRequest> requests = record.requests();
        return flags
                .traffic()
                .rampUp()
                .map(rampUp -> RampUpRateChanges.of(rampUp, requests.size()))
                .orElse(List.of())
                .stream()
                .filter(change -> change.request() < requests.size())
                .map(change -> new BenchReport.RateChange(
                        change.perSecond(),
                        clocks.stamp(requests.get(change.request()).dueNanos())))
                .toList();
    }

    /** Local times as vLLM writes them, for moments of the run's monotonic clock. Taken when the run has ended. */
    record BenchTimestamps(Instant wall, long nanos, ZoneId zone) {
        private static final DateTimeFormatter DATE = DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss");
        private static final DateTimeFormatter STAMP = DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSSSSS");

        static BenchTimestamps now(CommandContext context) {
            Clocks clocks = context.clocks();
            return new BenchTimestamps(clocks.wall().instant(), clocks.elapsed().nanos(), ZoneId.systemDefault());
        }

        /** {@code YYYYmmdd-HHMMSS}. */
        String date() {
            return DATE.format(wall.atZone(zone));
        }

        /** ISO 8601 without a zone. */
        String stamp(long atNanos) {
            return STAMP.format(wall.minusNanos(nanos - atNanos).atZone(zone));
        }
    }
}
