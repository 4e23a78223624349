package io.tidemark.simulator.serve;

import io.tidemark.simulator.serve.VllmServeFlag.Kind;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** The flags that {@code vllm serve} has. */
public final class VllmServeFlags {
    private final Map<String, VllmServeFlag> byName = new LinkedHashMap<>();

    private VllmServeFlags() {}

    /** Those of the list that comes with the simulator. */
    public static VllmServeFlags load() {
        try (InputStream in = VllmServeFlags.class.getResourceAsStream("vllm-serve-flags.txt")) {
            if (in == null) {
                throw new IllegalStateException("vllm-serve-flags.txt is missing from the simulator's jar");
            }
            VllmServeFlags flags = new VllmServeFlags();
            new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.isBlank() && !line.startsWith("#"))
                    .map(VllmServeFlags::flag)
                    .forEach(flag -> flags.byName.put(flag.name(), flag));
            return flags;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static VllmServeFlag flag(String line) {
        String[] words = line.split(" ", -1);
        boolean modelled = words[0].startsWith("+");
        return new VllmServeFlag(
                modelled ? words[0].substring(1) : words[0],
                Kind.valueOf(words[1].toUpperCase(Locale.ROOT)),
                words.length > 2 ? words[2] : "",
                modelled);
    }

    /** By its name in kebab-case, or by its short one. */
    Optional<VllmServeFlag> of(String name) {
        VllmServeFlag flag = byName.get(name);
        return flag != null
                ? Optional.of(flag)
                : byName.values().stream()
                        .filter(it ->
                                !it.shortName().isEmpty() && it.shortName().equals(name))
                        .findFirst();
    }

    public Collection<VllmServeFlag> all() {
        return byName.values();
    }
}
