package io.tidemark.simulator.http.request;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** How a version of vLLM wraps its errors: nested since v0.10.1, flat before. */
public final class ErrorFormat {
    private static final Pattern VERSION = Pattern.compile("(\\d+)\\.(\\d+)(?:\\.(\\d+))?.*");

    private ErrorFormat() {}

    /** The shape of an error's JSON. */
    public enum Envelope {
        NESTED,
        FLAT
    }

    /** @param version e.g. {@code 0.14.1}; one that is not understood is taken as new */
    public static Envelope of(String version) {
        Matcher parts = VERSION.matcher(version);
        if (!parts.matches()) {
            return Envelope.NESTED;
        }
        int major = Integer.parseInt(parts.group(1));
        int minor = Integer.parseInt(parts.group(2));
        int patch = parts.group(3) == null ? 0 : Integer.parseInt(parts.group(3));
        boolean old = major == 0 && (minor < 10 || (minor == 10 && patch == 0));
        return old ? Envelope.FLAT : Envelope.NESTED;
    }
}
