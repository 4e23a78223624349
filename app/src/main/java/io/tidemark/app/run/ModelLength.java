package io.tidemark.app.run;

import io.tidemark.producer.plan.Plan;
import io.tidemark.producer.plan.workload.LengthDistribution;
import io.tidemark.producer.plan.workload.WorkloadPlan;
import io.tidemark.producer.runtime.RunTargets;
import io.tidemark.producer.scrape.TargetProbe.ProbeResult;
import io.tidemark.reports.failure.InvalidInputException;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.ToLongFunction;

/** Whether a workload's requests fit the model's length, as the target's list of models has it. Lengths of files are not known here. */
final class ModelLength {
    private static final double MOST = 0.99;

    private ModelLength() {}

    /** @throws InvalidInputException if no request of the workload, or of a part of it, can be answered by one of the targets */
    static void require(Plan plan, RunTargets targets) {
        targets.all()
                .forEach(probed -> refusal(plan, probed).ifPresent(why -> {
                    throw new InvalidInputException(why);
                }));
    }

    /** Why no request of the workload, or of a part of it, can be answered. */
    static Optional<String> refusal(Plan plan, ProbeResult probed) {
        long least = tokens(plan.workload(), LengthDistribution::min);
        return isBeyond(least, probed)
                ? Optional.of(description(probed) + "the shortest request of the workload has " + least
                        + " with its answer (prompt and output tokens of `workload`)")
                : Optional.empty();
    }

    /** Why some requests are refused by the server. */
    static Optional<String> warning(Plan plan, ProbeResult probed) {
        long most = tokens(plan.workload(), length -> length.quantile(MOST));
        return isBeyond(most, probed)
                ? Optional.of(
                        description(probed) + "requests of the workload have up to about " + most
                                + " with their answers: the server refuses longer ones (lower prompt_tokens, output_tokens or their max)")
                : Optional.empty();
    }

    private static boolean isBeyond(long tokens, ProbeResult probed) {
        return probed.modelTokens().isPresent() && tokens > probed.modelTokens().getAsLong();
    }

    private static String description(ProbeResult probed) {
        return "model \"" + probed.target().model() + "\" of target "
                + probed.target().url() + " takes " + probed.modelTokens().orElseThrow()
                + " tokens (max_model_len of its list of models), and ";
    }

    /** Of a request with its answer; of a mixture, that of its longest part. */
    private static long tokens(WorkloadPlan workload, ToLongFunction<LengthDistribution> length) {
        if (workload instanceof WorkloadPlan.Synthetic it) {
            return sum(length, it.promptTokens(), it.outputTokens());
        }
        if (workload instanceof WorkloadPlan.SharedPrefix it) {
            return sum(length, it.prefixTokens(), it.ownTokens(), it.outputTokens());
        }
        if (workload instanceof WorkloadPlan.Conversations it
                && it.starterFile().isEmpty()) {
            return sum(length, it.starterTokens(), it.outputTokens());
        }
        if (workload instanceof WorkloadPlan.Mixture it) {
            return it.parts().stream()
                    .mapToLong(part -> tokens(part.workload(), length))
                    .max()
                    .orElse(0);
        }
        return 0;
    }

    private static long sum(ToLongFunction<LengthDistribution> length, LengthDistribution... lengths) {
        return Arrays.stream(lengths).mapToLong(length).sum();
    }
}
