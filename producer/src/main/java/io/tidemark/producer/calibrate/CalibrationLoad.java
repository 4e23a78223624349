package io.tidemark.producer.calibrate;

import io.tidemark.producer.plan.Plan;
import io.tidemark.producer.plan.StepPlan;
import io.tidemark.producer.plan.load.LoadModel;
import io.tidemark.producer.plan.workload.WorkloadPlan;
import java.time.Duration;
import java.util.Comparator;

/**
 * What the client is driven with to see what it adds.
 *
 * @param concurrency streams kept in flight
 * @param tokensPerSecond of each stream, one a chunk
 * @param requestsPerSecond that begin
 * @param measured how long is looked at, after a ramp
 */
public record CalibrationLoad(int concurrency, double tokensPerSecond, double requestsPerSecond, Duration measured) {
    /** What a stream of a middling server gives; a plan does not say. */
    public static final double USUAL_TOKENS_PER_SECOND = 20;

    /** With fewer streams a short measurement has too few answers to say anything. */
    public static final int MIN_CONCURRENCY = 4;

    private static final int MAX_CONCURRENCY = 2_000;
    private static final double MIN_REQUESTS_PER_SECOND = 25;
    private static final double USUAL_FIRST_TOKEN_SECONDS = 0.5;
    private static final int USUAL_OUTPUT_TOKENS = 128;
    private static final int MIN_TOKENS = 4;

    public CalibrationLoad {
        if (concurrency < 1 || tokensPerSecond <= 0 || requestsPerSecond <= 0) {
            throw new IllegalArgumentException("a calibration needs streams, tokens and requests but was " + concurrency
                    + ", " + tokensPerSecond + " and " + requestsPerSecond + " per second");
        }
    }

    /** So many streams, with as many requests as give enough first tokens to look at. */
    public static CalibrationLoad of(int concurrency, double tokensPerSecond, Duration measured) {
        return new CalibrationLoad(concurrency, tokensPerSecond, MIN_REQUESTS_PER_SECOND, measured);
    }

    /**
     * That of a plan's heaviest step. A rate has so many in flight as its requests take, by a guess: half a second to the first token,
     * and then {@code tokensPerSecond} for as long as the answers are.
     */
    public static CalibrationLoad of(Plan plan, double tokensPerSecond, Duration measured) {
        double requestSeconds = USUAL_FIRST_TOKEN_SECONDS + outputTokens(plan.workload()) / tokensPerSecond;
        return plan.steps().stream()
                .map(step -> step(step, requestSeconds))
                .max(Comparator.comparingDouble(InFlight::streams))
                .map(heaviest -> new CalibrationLoad(
                        bounded(heaviest.streams(), plan),
                        tokensPerSecond,
                        Math.max(MIN_REQUESTS_PER_SECOND, heaviest.perSecond()),
                        measured))
                .orElseGet(() -> of(MIN_CONCURRENCY, tokensPerSecond, measured));
    }

    private record InFlight(double streams, double perSecond) {}

    private static InFlight step(StepPlan step, double requestSeconds) {
        if (step.load() instanceof LoadModel.Closed closed) {
            return new InFlight(closed.concurrency(), closed.concurrency() / requestSeconds);
        }
        LoadModel.Open open = (LoadModel.Open) step.load();
        double streams = step.ratePerSecond() * requestSeconds;
        double capped = open.concurrencyCap().isPresent()
                ? Math.min(streams, open.concurrencyCap().getAsInt())
                : streams;
        return new InFlight(capped, step.ratePerSecond());
    }

    private static int bounded(double streams, Plan plan) {
        int most = Math.min(MAX_CONCURRENCY, plan.limits().inFlight());
        return (int) Math.max(MIN_CONCURRENCY, Math.min(most, Math.ceil(streams)));
    }

    private static double outputTokens(WorkloadPlan workload) {
        if (workload instanceof WorkloadPlan.Synthetic synthetic) {
            return synthetic.outputTokens().mean();
        }
        if (workload instanceof WorkloadPlan.SharedPrefix shared) {
            return shared.outputTokens().mean();
        }
        if (workload instanceof WorkloadPlan.Conversations conversations) {
            return conversations.outputTokens().mean();
        }
        if (workload instanceof WorkloadPlan.Prompts prompts) {
            return prompts.outputTokens().mean();
        }
        if (workload instanceof WorkloadPlan.Mixture mixture) {
            double weights = mixture.parts().stream()
                    .mapToDouble(WorkloadPlan.Part::weight)
                    .sum();
            return mixture.parts().stream()
                    .mapToDouble(part -> part.weight() * outputTokens(part.workload()) / weights)
                    .sum();
        }
        return USUAL_OUTPUT_TOKENS;
    }

    /** Tokens of an answer, on average: as many as keep so many streams in flight at that rate. */
    int meanTokens() {
        return (int) Math.max(MIN_TOKENS, Math.round(concurrency * tokensPerSecond / requestsPerSecond));
    }

    Duration gap() {
        return Duration.ofNanos(Math.round(1e9 / tokensPerSecond));
    }
}
