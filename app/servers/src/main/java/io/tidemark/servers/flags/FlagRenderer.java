package io.tidemark.servers.flags;

import io.tidemark.producer.plan.server.CommandTemplate;
import io.tidemark.producer.plan.server.FlagStyle;
import java.util.ArrayList;
import java.util.List;

/**
 * Puts flags into a command line: a flag that the command has already is replaced where it stands, one that is left out is taken away, and all
 * others come where {@code ${flags}} stands, or at the end.
 *
 * <p>A flag of the command has at most one value: the word after it, unless that begins with two dashes.
 */
public record FlagRenderer(FlagStyle style) {
    private static final String NAME = "{name}";
    private static final String VALUE = "{value}";

    /** The whole command line. */
    public List<String> render(List<String> command, FlagSet flags) {
        List<String> words = new ArrayList<>(command);
        List<String> added = new ArrayList<>();
        flags.values().forEach((flag, value) -> {
            List<String> spelled = FlagSet.isDefault(value) ? List.of() : words(flag, value);
            int at = indexOf(words, flag);
            if (at < 0) {
                added.addAll(spelled);
                return;
            }
            while (at >= 0) {
                remove(words, at, isSwitch(value));
                int next = indexOf(words, flag);
                if (next < 0) {
                    words.addAll(at, spelled);
                }
                at = next;
            }
        });
        int place = words.indexOf(CommandTemplate.FLAGS);
        if (place < 0) {
            words.addAll(added);
        } else {
            words.remove(place);
            words.addAll(place, added);
        }
        return words;
    }

    /** One flag as words. */
    List<String> words(FlagName flag, String value) {
        return style.isVllm() ? vllm(flag, value) : templated(flag, value);
    }

    private static List<String> vllm(FlagName flag, String value) {
        String word = "--" + flag.text();
        if (!isSwitch(value)) {
            return List.of(word, value);
        }
        if (flag.isDotted()) {
            return List.of(word + "=" + value);
        }
        return List.of(value.equals("true") ? word : "--no-" + flag.text());
    }

    /** A switch has no value: true leaves a word that is the value alone out, false the whole flag. */
    private List<String> templated(FlagName flag, String value) {
        List<String> parts = List.of(style.template().strip().split("\\s+", -1));
        boolean valueAlone = parts.contains(VALUE);
        if (valueAlone && value.equals("false")) {
            return List.of();
        }
        return parts.stream()
                .filter(part -> !(valueAlone && value.equals("true") && part.equals(VALUE)))
                .map(part -> part.replace(NAME, flag.text()).replace(VALUE, value))
                .toList();
    }

    private static boolean isSwitch(String value) {
        return value.equals("true") || value.equals("false");
    }

    private int indexOf(List<String> words, FlagName flag) {
        for (int i = 0; i < words.size(); i++) {
            if (isFlag(words.get(i), flag)) {
                return i;
            }
        }
        return -1;
    }

    private boolean isFlag(String word, FlagName flag) {
        String bare = beforeEquals(word);
        if (!style.isVllm()) {
            String template = style.template().strip().split("\\s+", -1)[0];
            return bare.equals(beforeEquals(template.replace(NAME, flag.text())));
        }
        if (!word.startsWith("--")) {
            return false;
        }
        FlagName found = new FlagName(bare);
        return found.equals(flag) || (!flag.isDotted() && found.text().equals("no-" + flag.text()));
    }

    private static String beforeEquals(String word) {
        int equals = word.indexOf('=');
        return equals < 0 ? word : word.substring(0, equals);
    }

    private static void remove(List<String> words, int at, boolean switched) {
        String word = words.remove(at);
        boolean valueWithin = word.indexOf('=') >= 0 || word.startsWith("--no-");
        if (valueWithin || at >= words.size()) {
            return;
        }
        String next = words.get(at);
        boolean isValue = !next.startsWith("--") && !next.equals(CommandTemplate.FLAGS);
        // A switch may stand before the model; only its own truth value is its value.
        if (isValue && (!switched || isSwitch(next))) {
            words.remove(at);
        }
    }
}
