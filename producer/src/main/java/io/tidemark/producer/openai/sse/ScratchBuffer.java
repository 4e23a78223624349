package io.tidemark.producer.openai.sse;

import io.netty.buffer.ByteBuf;

/** One array that the bytes of a read are copied to while they are parsed, shared by all answers of a loop. Confined to it. */
public final class ScratchBuffer {
    private static final int FIRST_BYTES = 4 << 10;

    private byte[] array = new byte[FIRST_BYTES];

    /** The readable bytes, from index 0 on; valid until the next call. */
    byte[] copyOf(ByteBuf bytes) {
        int length = bytes.readableBytes();
        if (array.length < length) {
            array = new byte[Math.max(length, 2 * array.length)];
        }
        bytes.getBytes(bytes.readerIndex(), array, 0, length);
        return array;
    }
}
