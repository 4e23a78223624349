package io.tidemark.app.cli.prompts;

import io.tidemark.app.cli.terminal.Terminal;
import io.tidemark.producer.conversation.RunPrompts;
import io.tidemark.producer.plan.Plan;
import io.tidemark.schemas.StepNumber;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Shows what a plan would send. */
public final class PromptPreview {
    private static final int COMPARED_PER_STEP = 200;
    private static final int TEXT_COLUMN = 54;

    private final Terminal terminal;
    private final Plan plan;
    private final RunPrompts prompts;

    public PromptPreview(Terminal terminal, Plan plan, RunPrompts prompts) {
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
    public record PreviewRequest(int step, int conversations, int rows, int width) {}

    /** Draws a step and prints it; gives what was drawn. */
    public List<SavedPrompt> show(PreviewRequest wanted) {
        List<DrawnPrompt> drawn = StepPromptSampler.of(prompts.step(wanted.step()), wanted.conversations());
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
            bySteps.add(StepPromptSampler.of(prompts.step(step), COMPARED_PER_STEP));
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
}
