package io.tidemark.schemas;

/**
 * A flag that a run's phase declares and its server contradicts. It travels as one of the run's remarks, by whose words reports and
 * comparisons find it.
 *
 * @param flag as declared
 * @param reported what the server says instead
 * @param source where it says so, e.g. {@code vllm:cache_config_info.cache_dtype}
 */
public record FlagMismatch(String flag, String declared, String reported, String source) {
    private static final String BEGINNING = "declared flag ";
    private static final String MIDDLE = " but the server says ";

    /** "declared flag kv-cache-dtype is fp8 but the server says auto (vllm:cache_config_info.cache_dtype)". */
    public String remark() {
        return BEGINNING + flag + " is " + declared + MIDDLE + reported + " (" + source + ")";
    }

    /** Whether a remark of a run reports one. */
    public static boolean isRemark(String remark) {
        return remark.startsWith(BEGINNING) && remark.contains(MIDDLE);
    }
}
