import { type Lang, useLang } from '../../lib/i18n'

// Samples for the showroom only; the shop's own texts live in contract/messages.
const samples = {
  add: ['Add to cart', 'أضف إلى السلة'],
  save: ['Save', 'حفظ'],
  remove: ['Remove', 'إزالة'],
  quiet: ['Show all', 'عرض الكل'],
  waiting: ['Placing the order', 'جارٍ تقديم الطلب'],
  unavailable: ['Out of stock', 'غير متوفر'],
  browse: ['Browse vitamins', 'تصفّح الفيتامينات'],
  product: [
    'Panadol Extra with Optizorb 500 mg, 24 film-coated tablets',
    'بنادول اكسترا مع أوبتيزورب 500 ملغ، 24 قرصًا مغلّفًا',
  ],
  added: ['Added to cart', 'أُضيف إلى السلة'],
  viewCart: ['View cart', 'عرض السلة'],
  failed: ['The card was declined. Try another one.', 'رُفضت البطاقة. جرّب بطاقة أخرى.'],
  welcome: ['Welcome! Your account is ready.', 'أهلًا بك! حسابك جاهز.'],
  pending: ['Your store is waiting for approval.', 'متجرك بانتظار الموافقة.'],
  sandbox: ['This is a demo shop: no money moves.', 'هذا متجر تجريبي: لا تُحوَّل أي أموال.'],
  name: ['Full name', 'الاسم الكامل'],
  nameError: ['Full name must be at least 3 characters', 'يجب ألّا يقل الاسم الكامل عن 3 أحرف'],
  phone: ['Phone number', 'رقم الهاتف'],
  phoneHint: ['The driver calls this number.', 'سيتصل السائق على هذا الرقم.'],
  password: ['Password', 'كلمة المرور'],
  extra: ['Extra info', 'معلومات إضافية'],
  category: ['Category', 'الفئة'],
  choose: ['Choose a category', 'اختر فئة'],
  painKillers: ['Pain Killers', 'مسكّنات الألم'],
  vitamins: ['Vitamins', 'فيتامينات'],
  remember: ['Remember me', 'تذكّرني'],
  marketing: ['Send me offers by email', 'أرسلوا لي العروض بالبريد الإلكتروني'],
  account: ['Account', 'الحساب'],
  addresses: ['Addresses', 'العناوين'],
  orders: ['Order history', 'سجل الطلبات'],
  logout: ['Logout', 'تسجيل الخروج'],
  ask: ['Remove this product from the cart?', 'هل تريد إزالة هذا المنتج من السلة؟'],
  askMore: ['You can add it again at any time.', 'يمكنك إضافته من جديد في أي وقت.'],
  reset: ['Reset password', 'إعادة تعيين كلمة المرور'],
  resetHelp: ['We send a link to your email address.', 'نرسل رابطًا إلى بريدك الإلكتروني.'],
  filters: ['Filters', 'التصفية'],
  email: ['Email', 'البريد الإلكتروني'],
  search: ['Search medicines and care', 'ابحث عن دواء أو منتج عناية'],
  price: ['Price', 'السعر'],
  lowest: ['Lowest price', 'أدنى سعر'],
  highest: ['Highest price', 'أعلى سعر'],
  shipping: ['Shipping address', 'عنوان التوصيل'],
  payment: ['Payment details', 'تفاصيل الدفع'],
  review: ['Review your order', 'مراجعة الطلب'],
  home: ['Home', 'الرئيسية'],
  emptyCart: ['Shopping cart is empty', 'سلة التسوق فارغة'],
  emptyHelp: ['Find what you need and it will wait for you here.', 'اختر ما تحتاجه وسينتظرك هنا.'],
  start: ['Start Shopping Now', 'ابدأ التسوق الآن'],
  emptyWishlist: ['Wishlist is empty', 'قائمة الأمنيات فارغة'],
  emptyOrders: ['No Orders Currently', 'لا توجد طلبات حاليًا'],
  nothing: ['No results', 'لا نتائج'],
  noAddresses: ['No addresses yet', 'لا عناوين بعد'],
  noStores: ['No stores currently', 'لا توجد متاجر حاليًا'],
  error: ['The products did not arrive', 'تعذّر تحميل المنتجات'],
  errorHelp: ['Check your connection and try again.', 'تحقّق من اتصالك ثم أعد المحاولة.'],
  wishlist: ['Add to wishlist', 'أضف إلى قائمة الأمنيات'],
} as const

/** The sample of that name in the language being shown. */
export function useWords(): (name: keyof typeof samples) => string {
  const { lang } = useLang()
  return (name) => samples[name][place(lang)]
}

function place(lang: Lang): 0 | 1 {
  return lang === 'arabic' ? 1 : 0
}
