/** stub */
export const hasInvisible = (text: string): boolean => /[\p{Default_Ignorable_Code_Point}\p{Cf}]/u.test(text);
