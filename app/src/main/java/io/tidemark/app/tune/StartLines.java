package io.tidemark.app.tune;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * What the journal keeps of the log of a server that became ready: the newest lines that have 4,096 characters together, at most 20, each of at most 400. A
 * failed start keeps its lines whole, because one of them says why.
 */
final class StartLines {
    static final int MAX_LINES = 20;
    static final int MAX_LINE_CHARACTERS = 400;
    static final int MAX_CHARACTERS = 4_096;
    private static final String CUT = " ...";

    private StartLines() {}

    static List<String> of(List<String> log) {
        List<String> newestFirst = new ArrayList<>();
        int characters = 0;
        for (int i = log.size() - 1; i >= 0 && newestFirst.size() < MAX_LINES; i--) {
            String line = shortened(log.get(i));
            characters += line.length();
            if (characters > MAX_CHARACTERS) {
                break;
            }
            newestFirst.add(line);
        }
        Collections.reverse(newestFirst);
        return List.copyOf(newestFirst);
    }

    private static String shortened(String line) {
        return line.length() <= MAX_LINE_CHARACTERS
                ? line
                : line.substring(0, MAX_LINE_CHARACTERS - CUT.length()) + CUT;
    }
}
