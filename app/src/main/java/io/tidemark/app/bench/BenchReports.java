package io.tidemark.app.bench;

import io.tidemark.producer.vllm.BenchFigures;
import io.tidemark.producer.vllm.BenchReport;
import io.tidemark.producer.vllm.BenchRequest;
import io.tidemark.producer.vllm.BenchSetup;
import io.tidemark.producer.vllm.RateChanges;
import io.tidemark.producer.vllm.Speculation;
import java.util.List;
import java.util.Optional;

/** Puts together what vLLM prints and saves. */
final class BenchReports {
    private final BenchFlags flags;
    private final BenchOutput output;
    private final BenchClocks clocks;

    BenchReports(BenchFlags flags, BenchOutput output, BenchClocks clocks) {
        this.flags = flags;
        this.output = output;
        this.clocks = clocks;
    }

    /** @param served the model that was asked for requests */
    BenchReport of(BenchRecord record, String served, Optional<Speculation> speculation) {
        List<BenchRequest> requests =
                record.requests().stream().map(RecordedRequest::vllm).toList();
        BenchFigures.Terms terms =
                new BenchFigures.Terms(record.durationSeconds(), output.goodput(), output.peakRule());
        return new BenchReport(
                setup(served),
                output.selection(),
                output.goodput(),
                requests,
                BenchFigures.of(requests, terms),
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
                .map(rampUp -> RateChanges.of(rampUp, requests.size()))
                .orElse(List.of())
                .stream()
                .filter(change -> change.request() < requests.size())
                .map(change -> new BenchReport.RateChange(
                        change.perSecond(),
                        clocks.stamp(requests.get(change.request()).dueNanos())))
                .toList();
    }
}
