package io.tidemark.simulator.serve;

import io.tidemark.simulator.serve.VllmServeFlag.Kind;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A command line of {@code vllm serve}, read as vLLM reads it: {@code --x v}, {@code --x=v}, {@code --no-x}, underscores for dashes, and keys
 * within an argument ({@code --speculative-config.method ngram}).
 *
 * @param model the positional argument, or {@code --model}
 * @param values of the flags that the simulator models, by their names
 * @param ignored names of the flags that vLLM has and the simulator does not model
 * @param own options of the simulator, by their names after {@code --simulate-}; a switch has an empty value
 */
public record VllmArguments(
        String model, Map<String, String> values, Set<String> ignored, Map<String, List<String>> own) {
    private static final String OWN = "simulate-";

    public VllmArguments {
        values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
        ignored = Collections.unmodifiableSet(new LinkedHashSet<>(ignored));
        own = Collections.unmodifiableMap(new LinkedHashMap<>(own));
    }

    /**
     * Reads it.
     *
     * @param ownSwitches names of our options that have no value
     * @param ownOptions names of our options that have one
     * @throws ServeArgumentException in argparse's words
     */
    public static VllmArguments parse(
            List<String> words, VllmServeFlags flags, Set<String> ownSwitches, Set<String> ownOptions) {
        return new Parser(words, flags, ownSwitches, ownOptions).parse();
    }

    /** Reads the words one after the other. */
    private static final class Parser {
        private final List<String> words;
        private final VllmServeFlags flags;
        private final Set<String> ownSwitches;
        private final Set<String> ownOptions;
        private final Map<String, String> values = new LinkedHashMap<>();
        private final Map<String, List<String>> own = new LinkedHashMap<>();
        private final Set<String> ignored = new LinkedHashSet<>();
        private final List<String> unrecognized = new ArrayList<>();
        private String model = "";
        private int at;

        Parser(List<String> words, VllmServeFlags flags, Set<String> ownSwitches, Set<String> ownOptions) {
            this.words = words;
            this.flags = flags;
            this.ownSwitches = ownSwitches;
            this.ownOptions = ownOptions;
        }

        VllmArguments parse() {
            while (at < words.size()) {
                String word = words.get(at++);
                if (word.length() > 1 && word.startsWith("-")) {
                    flag(word);
                } else if (model.isEmpty()) {
                    model = word;
                } else {
                    unrecognized.add(word);
                }
            }
            if (!unrecognized.isEmpty()) {
                throw new ServeArgumentException("unrecognized arguments: " + String.join(" ", unrecognized));
            }
            String positional = values.remove("model");
            if (model.isEmpty() && positional != null) {
                model = positional;
            }
            ignored.remove("model");
            if (model.isEmpty()) {
                throw new ServeArgumentException("the following arguments are required: model_tag");
            }
            return new VllmArguments(model, values, ignored, own);
        }

        private void flag(String word) {
            int equals = word.indexOf('=');
            String spelled = equals < 0 ? word : word.substring(0, equals);
            Optional<String> within = equals < 0 ? Optional.empty() : Optional.of(word.substring(equals + 1));
            String bare = spelled.replaceFirst("^--?", "");
            int dot = bare.indexOf('.');
            String name = (dot < 0 ? bare : bare.substring(0, dot)).replace('_', '-');
            if (name.startsWith(OWN)) {
                own(word, name.substring(OWN.length()), within);
                return;
            }
            Optional<VllmServeFlag> found = flags.of(name);
            if (found.isPresent()) {
                known(found.get(), dot < 0 ? "" : bare.substring(dot + 1), spelled, within);
                return;
            }
            Optional<VllmServeFlag> off = name.startsWith("no-") ? flags.of(name.substring(3)) : Optional.empty();
            if (off.filter(it -> it.kind() == Kind.SWITCH).isPresent()) {
                put(off.get(), "false");
                return;
            }
            unrecognized.add(word);
            // As argparse does, which takes what follows for a value of nothing.
            while (within.isEmpty() && at < words.size() && !words.get(at).startsWith("-") && !model.isEmpty()) {
                unrecognized.add(words.get(at++));
            }
        }

        private void own(String word, String name, Optional<String> within) {
            if (ownSwitches.contains(name)) {
                own.put(name, List.of(""));
            } else if (ownOptions.contains(name)) {
                own.computeIfAbsent(name, first -> new ArrayList<>())
                        .add(within.orElseGet(() -> next("--simulate-" + name)));
            } else {
                unrecognized.add(word);
            }
        }

        private void known(VllmServeFlag flag, String key, String spelled, Optional<String> within) {
            if (!key.isEmpty()) {
                put(
                        flag,
                        JsonKeys.with(
                                values.getOrDefault(flag.name(), "{}"), key, within.orElseGet(() -> next(spelled))));
                return;
            }
            if (flag.kind() == Kind.SWITCH) {
                put(flag, within.map(value -> checkedSwitch(spelled, value)).orElse("true"));
                return;
            }
            String value = within.orElseGet(() -> next(spelled));
            put(flag, FlagValues.checked(flag, value));
            while (flag.kind() == Kind.LIST && within.isEmpty() && hasMore()) {
                at++;
            }
        }

        private boolean hasMore() {
            // The model comes first; where it does not, the last word is the model's.
            return at < words.size() && !words.get(at).startsWith("-") && !model.isEmpty();
        }

        private static String checkedSwitch(String spelled, String value) {
            throw new ServeArgumentException("argument " + spelled + ": ignored explicit argument '" + value + "'");
        }

        private String next(String spelled) {
            boolean isNumber = at < words.size() && words.get(at).matches("-\\d+(\\.\\d+)?");
            if (at >= words.size() || (words.get(at).startsWith("-") && !isNumber)) {
                throw new ServeArgumentException("argument " + spelled + ": expected one argument");
            }
            return words.get(at++);
        }

        private void put(VllmServeFlag flag, String value) {
            if (flag.modelled() || flag.name().equals("model")) {
                values.put(flag.name(), value);
            } else {
                ignored.add(flag.name());
            }
        }
    }
}
