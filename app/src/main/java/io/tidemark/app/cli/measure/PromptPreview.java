package io.tidemark.app.cli.measure;

import io.tidemark.app.cli.measure.DrawnPrompt.SavedPrompt;
import io.tidemark.app.cli.terminal.Terminal;
import io.tidemark.producer.conversation.RunPrompts;
import io.tidemark.producer.plan.Plan;
import io.tidemark.producer.plan.StepPlan;
import io.tidemark.producer.plan.StepPlan.Lasting;
import io.tidemark.schemas.StepNumber;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Shows what a plan would send. */
final class PromptPreview {
    private static final int COMPARED_PER_STEP = 200;
    private static final int TEXT_COLUMN = 54;

    private final Terminal terminal;
    private final Plan plan;
    private final RunPrompts prompts;

    PromptPreview(Terminal terminal, Plan plan, RunPrompts prompts) {
        this.terminal = terminal;
        this.plan = plan;
        this.prompts = prompts;
    }

    /**
     * What to show.
     *
     * @param step from 0
     * @param conversations to draw
     * @param rows to show, 0 for none
     * @param width of the terminal, in characters
     */
    record PreviewRequest(int step, int conversations, int rows, int width) {}

    /** Draws a step and prints it; gives what was drawn. */
    List<SavedPrompt> show(PreviewRequest wanted) {
        List<DrawnPrompt> drawn = DrawnPrompt.of(prompts.step(wanted.step()), wanted.conversations());
        terminal.printFormatted("  lengths   %s", prompts.tokenLengthSource());
        prompts.remarks().forEach(remark -> terminal.printLine("  remark    " + remark));
        if (wanted.rows() > 0) {
            table(drawn.subList(0, Math.min(wanted.rows(), drawn.size())), wanted.width());
        }
        statistics(wanted, drawn);
        return drawn.stream().map(asked -> SavedPrompt.of(wanted.step(), asked)).toList();
    }

    private void table(List<DrawnPrompt> rows, int width) {
        int textWidth = Math.max(20, width - TEXT_COLUMN);
        terminal.printLine("");
        terminal.printFormatted(
                "%5s  %5s  %-18s %8s %8s %7s  %s",
                "conv", "turn", "class", "tokens", "cached", "output", "last message");
        for (DrawnPrompt row : rows) {
            terminal.printFormatted(
                    "%5d  %5s  %-18s %,8d %,8d %,7d  %s",
                    row.conversation(),
                    (row.turn() + 1) + "/" + row.turns(),
                    cut(row.prompt().requestClass(), 18),
                    row.promptTokens(),
                    row.prompt().plannedCachedTokens(),
                    row.prompt().outputTokens(),
                    cut(lastMessage(row), textWidth));
        }
        terminal.printLine("");
    }

    private void statistics(PreviewRequest wanted, List<DrawnPrompt> drawn) {
        terminal.printFormatted(
                "  step      %d of %d: %,d conversations drawn, %,d requests",
                StepNumber.of(wanted.step()), plan.steps().size(), wanted.conversations(), drawn.size());
        terminal.printLine("  prompts   "
                + LengthDistribution.of(drawn.stream().mapToInt(DrawnPrompt::promptTokens))
                        .format() + " tokens");
        terminal.printLine("  output    "
                + LengthDistribution.of(
                                drawn.stream().mapToInt(asked -> asked.prompt().outputTokens()))
                        .format()
                + " tokens at most");
        StepConversationCount size = StepConversationCount.of(plan.steps().get(wanted.step()));
        List<DrawnPrompt> measured = drawn.stream()
                .filter(asked -> size.isMeasured(asked.conversation()))
                .toList();
        terminal.printFormatted(
                "  cached    %.1f %% of the prompt tokens are repeated within the step, %.1f %% of its measured part's",
                100 * cachedShare(drawn), 100 * cachedShare(measured));
        terminal.printFormatted("  classes   %s", classes(drawn));
        terminal.printFormatted("  steps     %s", disjointness().format());
    }

    private static double cachedShare(List<DrawnPrompt> drawn) {
        long cached = drawn.stream()
                .mapToLong(asked -> asked.prompt().plannedCachedTokens())
                .sum();
        return (double) cached
                / Math.max(
                        1, drawn.stream().mapToLong(DrawnPrompt::promptTokens).sum());
    }

    private static String classes(List<DrawnPrompt> drawn) {
        return drawn.stream()
                .collect(Collectors.groupingBy(
                        asked -> asked.prompt().requestClass(), TreeMap::new, Collectors.counting()))
                .entrySet()
                .stream()
                .map(entry -> String.format(Locale.ROOT, "%s %,d", entry.getKey(), entry.getValue()))
                .collect(Collectors.joining("   "));
    }

    private PrefixOverlap disjointness() {
        List<List<DrawnPrompt>> bySteps = new ArrayList<>();
        for (int step = 0; step < plan.steps().size(); step++) {
            bySteps.add(DrawnPrompt.of(prompts.step(step), COMPARED_PER_STEP));
        }
        return PrefixOverlap.of(bySteps);
    }

    private static String lastMessage(DrawnPrompt asked) {
        var messages = asked.prompt().messages();
        return messages.get(messages.size() - 1).content().replaceAll("\\s+", " ");
    }

    private static String cut(String text, int width) {
        return text.length() <= width ? text : text.substring(0, width - 3) + "...";
    }

    /** How lengths are distributed: nearest-rank quantiles. */
    private record LengthDistribution(int count, int min, int p50, int p95, int p99, int max, long sum) {
        /** @param lengths at least one */
        static LengthDistribution of(IntStream lengths) {
            int[] sorted = lengths.sorted().toArray();
            return new LengthDistribution(
                    sorted.length,
                    sorted[0],
                    at(sorted, 0.5),
                    at(sorted, 0.95),
                    at(sorted, 0.99),
                    sorted[sorted.length - 1],
                    Arrays.stream(sorted).asLongStream().sum());
        }

        String format() {
            return String.format(
                    Locale.ROOT,
                    "min %,d   p50 %,d   p95 %,d   p99 %,d   max %,d   sum %,d",
                    min,
                    p50,
                    p95,
                    p99,
                    max,
                    sum);
        }

        private static int at(int[] sorted, double quantile) {
            return sorted[Math.max(0, (int) Math.ceil(quantile * sorted.length) - 1)];
        }
    }

    /**
     * Whether prompts of different steps begin alike, so that a later step would find an earlier one's in a prefix cache.
     *
     * @param compared first turns
     * @param overlapping of these, how many begin as one of an earlier step does
     */
    private record PrefixOverlap(int steps, int compared, int overlapping) {
        /** About a cache block of 16 tokens. */
        static final int COMPARED_CHARACTERS = 64;

        static PrefixOverlap of(List<List<DrawnPrompt>> bySteps) {
            Map<String, Integer> firstStep = new HashMap<>();
            int compared = 0;
            int alike = 0;
            for (int step = 0; step < bySteps.size(); step++) {
                for (String beginning : beginnings(bySteps.get(step))) {
                    compared++;
                    Integer before = firstStep.putIfAbsent(beginning, step);
                    alike += before != null && before < step ? 1 : 0;
                }
            }
            return new PrefixOverlap(bySteps.size(), compared, alike);
        }

        private static List<String> beginnings(List<DrawnPrompt> prompts) {
            List<String> beginnings = new ArrayList<>();
            for (DrawnPrompt asked : prompts) {
                if (asked.turn() == 0) {
                    String text = asked.prompt().text();
                    beginnings.add(text.substring(0, Math.min(text.length(), COMPARED_CHARACTERS)));
                }
            }
            return beginnings;
        }

        String format() {
            if (steps == 1) {
                return "only one step";
            }
            String what = overlapping == 0 ? "none begins" : overlapping + " begin";
            return "of " + compared + " first turns in " + steps + " steps " + what
                    + " as one of an earlier step does (first " + COMPARED_CHARACTERS + " characters)";
        }
    }

    /**
     * How many conversations a step begins, as far as its plan says: the share of its prompts that repeats earlier ones grows with
     * their number, so the figures are of as many.
     *
     * @param started on average, in its warm-up, measured part and cool-down; 0 where the plan does not say
     * @param untilMeasured of these, before the measured part
     * @param untilCoolDown of these, before the cool-down
     */
    record StepConversationCount(long started, long untilMeasured, long untilCoolDown) {
        /** Drawn where the plan does not say how many. */
        static final int UNLESS_KNOWN = 200;

        private static final int MAX_DRAWN = 1_000;
        private static final double NANOS_PER_SECOND = 1e9;

        /** A rate and a duration say it; a concurrency, a trace or a number of requests do not. */
        static StepConversationCount of(StepPlan step) {
            if (!(step.extent() instanceof Lasting lasting) || step.ratePerSecond() == 0) {
                return new StepConversationCount(0, 0, 0);
            }
            Duration coolDownBegins = step.warmUp().plus(lasting.duration());
            return new StepConversationCount(
                    within(step, coolDownBegins.plus(step.coolDown())),
                    within(step, step.warmUp()),
                    within(step, coolDownBegins));
        }

        private static long within(StepPlan step, Duration time) {
            return Math.round(step.ratePerSecond() * time.toNanos() / NANOS_PER_SECOND);
        }

        int sampled() {
            return started == 0 ? UNLESS_KNOWN : (int) Math.min(started, MAX_DRAWN);
        }

        /** Whether a conversation, by its number from 0, begins in the measured part. */
        boolean isMeasured(int conversation) {
            return started == 0 || (conversation >= untilMeasured && conversation < untilCoolDown);
        }
    }
}
