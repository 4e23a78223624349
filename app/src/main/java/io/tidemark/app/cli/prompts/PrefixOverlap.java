package io.tidemark.app.cli.prompts;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Whether prompts of different steps begin alike, so that a later step would find an earlier one's in a prefix cache.
 *
 * @param compared first turns
 * @param overlapping of these, how many begin as one of an earlier step does
 */
record PrefixOverlap(int steps, int compared, int overlapping) {
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
