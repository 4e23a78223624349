package io.tidemark.app.run;

import io.tidemark.producer.conversation.RunPrompts;
import io.tidemark.producer.plan.Plan;
import io.tidemark.producer.plan.workload.LengthDistribution;
import io.tidemark.producer.plan.workload.WorkloadPlan;
import io.tidemark.producer.runtime.RunTargets;
import io.tidemark.producer.scrape.TargetProbe.ProbeResult;
import io.tidemark.producer.tokens.TokenLengths;
import io.tidemark.producer.workload.Conversation;
import io.tidemark.producer.workload.PlannedPrompt;
import io.tidemark.producer.workload.StepDemand;
import io.tidemark.producer.workload.Workload;
import io.tidemark.reports.failure.InvalidInputException;
import io.tidemark.schemas.ValueText;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Whether the requests of a plan fit the model's length, as the target's list of models has it. They are drawn as its runs draw them, but where the texts
 * of a file would have to be counted: then only what is certain of their lengths is compared.
 */
final class ModelLength {
    private static final double MOST = 0.99;

    /** Conversations that are drawn of a step that does not say how many it begins. */
    private static final int UNLESS_KNOWN = 1_000;

    private static final int MAX_DRAWN = 100_000;

    private ModelLength() {}

    /** @throws InvalidInputException if a request of the plan is longer, with its answer, than the model of one of the targets */
    static void require(Plan plan, RunTargets targets) {
        targets.all()
                .forEach(probed -> refusal(plan, probed).ifPresent(why -> {
                    throw new InvalidInputException(why);
                }));
    }

    /** Why a request of the plan, or all of a part of its workload, cannot be answered. */
    static Optional<String> refusal(Plan plan, ProbeResult probed) {
        if (probed.modelTokens().isEmpty()) {
            return Optional.empty();
        }
        return isDrawn(plan.workload()) ? refusalOfDrawn(plan, probed) : refusalOfShortest(plan, probed);
    }

    private static Optional<String> refusalOfDrawn(Plan plan, ProbeResult probed) {
        long limit = probed.modelTokens().orElseThrow();
        if (!mayExceed(plan.workload(), limit)) {
            return Optional.empty();
        }
        DrawnRequests drawn = new DrawnRequests(limit);
        drawn.draw(plan);
        return drawn.beyond == 0
                ? Optional.empty()
                : Optional.of(description(probed) + ValueText.count(drawn.beyond) + " of the "
                        + ValueText.count(drawn.requests, "request") + " that the plan draws "
                        + (drawn.beyond == 1 ? "has" : "have") + " more with the answer: the longest has "
                        + drawn.longest + " (" + drawn.longestPrompt + " of the prompt and "
                        + (drawn.longest - drawn.longestPrompt) + " of the answer). Lower "
                        + keys(plan.workload(), "workload", limit));
    }

    private static Optional<String> refusalOfShortest(Plan plan, ProbeResult probed) {
        long least = tokens(plan.workload(), LengthDistribution::min);
        return isBeyond(least, probed)
                ? Optional.of(description(probed) + "the shortest request of the workload has " + least
                        + " with its answer (prompt and output tokens of `workload`)")
                : Optional.empty();
    }

    /** Why some requests may be refused by the server: of a workload that is not drawn. */
    static Optional<String> warning(Plan plan, ProbeResult probed) {
        long most = tokens(plan.workload(), length -> length.quantile(MOST));
        return !isDrawn(plan.workload()) && isBeyond(most, probed)
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

    /** Whether all lengths are the plan's or a trace's: made-up words are one token each, while texts of files are only estimated here. */
    private static boolean isDrawn(WorkloadPlan workload) {
        if (workload instanceof WorkloadPlan.Mixture it) {
            return it.parts().stream().allMatch(part -> isDrawn(part.workload()));
        }
        return workload instanceof WorkloadPlan.Trace || workload.files().isEmpty();
    }

    /** The turns of a conversation and the rows of a trace have no longest length that the plan gives. */
    private static boolean mayExceed(WorkloadPlan workload, long limit) {
        if (workload instanceof WorkloadPlan.Mixture it) {
            return it.parts().stream().anyMatch(part -> mayExceed(part.workload(), limit));
        }
        return workload instanceof WorkloadPlan.Conversations
                || workload instanceof WorkloadPlan.Trace
                || tokens(workload, LengthDistribution::max) > limit;
    }

    /** The keys of the plan that longer requests follow from. */
    private static String keys(WorkloadPlan workload, String path, long limit) {
        if (workload instanceof WorkloadPlan.Mixture it) {
            return IntStream.range(0, it.parts().size())
                    .filter(part -> mayExceed(it.parts().get(part).workload(), limit))
                    .mapToObj(part -> keys(it.parts().get(part).workload(), path + ".parts[" + part + "]", limit))
                    .collect(Collectors.joining("; "));
        }
        if (workload instanceof WorkloadPlan.Trace it) {
            return "the tokens of rows of " + it.file() + " (" + path + ".file)";
        }
        if (workload instanceof WorkloadPlan.Conversations) {
            return path + ".starters.tokens, " + path + ".turns or " + path + ".output_tokens";
        }
        String prefix = workload instanceof WorkloadPlan.SharedPrefix ? path + ".prefix_tokens, " : "";
        return prefix + path + ".prompt_tokens or " + path + ".output_tokens, or give them a max";
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

    /** The requests of a plan's steps. Lengths follow from the plan's seed, whatever the run and the tokenizer. */
    private static final class DrawnRequests {
        private final long limit;
        private long requests;
        private long beyond;
        private long longest;
        private long longestPrompt;

        DrawnRequests(long limit) {
            this.limit = limit;
        }

        void draw(Plan plan) {
            RunPrompts prompts = RunPrompts.open(plan, "", TokenLengths.estimate());
            List<OptionalDouble> demand = StepDemand.of(plan.steps()).steps();
            for (int step = 0; step < demand.size(); step++) {
                Workload workload = prompts.step(step);
                double conversations = Math.min(MAX_DRAWN, demand.get(step).orElse(UNLESS_KNOWN));
                for (int i = 0; i < conversations; i++) {
                    add(workload.next());
                }
            }
        }

        /** An answer of no exact length may be short: then the later turns hold nothing of it for certain. */
        private void add(Conversation conversation) {
            List<String> answers = new ArrayList<>();
            for (int turn = 0; turn < conversation.turns(); turn++) {
                PlannedPrompt prompt = conversation.prompt(answers);
                add(prompt.plannedPromptTokens().orElse(0), prompt.outputTokens());
                answers.add(prompt.exactOutput() ? "word ".repeat(prompt.outputTokens()) : "");
            }
        }

        private void add(long promptTokens, long answerTokens) {
            requests++;
            beyond += promptTokens + answerTokens > limit ? 1 : 0;
            if (promptTokens + answerTokens > longest) {
                longest = promptTokens + answerTokens;
                longestPrompt = promptTokens;
            }
        }
    }
}
