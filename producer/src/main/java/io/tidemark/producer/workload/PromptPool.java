package io.tidemark.producer.workload;

import io.tidemark.producer.workload.files.FilePrompt;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/**
 * The prompts of a file in a seeded order, cut into one piece per step, so that no step asks what another has asked. Where
 * there are fewer prompts than steps, steps borrow from each other.
 */
final class PromptPool {
    private final List<FilePrompt> order;
    private final int[] cuts;

    private PromptPool(List<FilePrompt> order, int[] cuts) {
        this.order = order;
        this.cuts = cuts;
    }

    /** One step's prompts. {@code borrowed}: another step asks them too. */
    record StepPrompts(List<FilePrompt> prompts, boolean borrowed) {
        /** Whether the prompt has been asked before when it is the n-th of the step. */
        boolean repeats(long n) {
            return borrowed || n >= prompts.size();
        }

        FilePrompt at(long n) {
            return prompts.get((int) (n % prompts.size()));
        }
    }

    static PromptPool of(List<FilePrompt> prompts, StepDemand needs, long seed) {
        List<FilePrompt> order = new ArrayList<>(prompts);
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = order.size() - 1; i > 0; i--) {
            int j = random.nextInt(i + 1);
            FilePrompt swapped = order.get(i);
            order.set(i, order.get(j));
            order.set(j, swapped);
        }
        return new PromptPool(order, cuts(order.size(), needs.weights()));
    }

    StepPrompts stepPrompts(int step) {
        if (cuts[step] == cuts[step + 1]) {
            return new StepPrompts(List.of(order.get(step % order.size())), true);
        }
        return new StepPrompts(order.subList(cuts[step], cuts[step + 1]), false);
    }

    /** All of them, for steps that share their prompts on purpose. */
    StepPrompts allPrompts() {
        return new StepPrompts(order, false);
    }

    /** In proportion to the weights, but at least one prompt to each step where there are enough. */
    private static int[] cuts(int size, double[] weights) {
        double total = Arrays.stream(weights).sum();
        int[] cuts = new int[weights.length + 1];
        double before = 0;
        for (int step = 0; step < weights.length; step++) {
            before += weights[step];
            int atLeast = size >= weights.length ? cuts[step] + 1 : cuts[step];
            int atMost = size >= weights.length ? size - (weights.length - 1 - step) : size;
            cuts[step + 1] = Math.min(atMost, Math.max(atLeast, (int) Math.round(size * before / total)));
        }
        return cuts;
    }
}
